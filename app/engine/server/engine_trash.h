// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/commands/trash_bin.h"
#include "app/engine/trash/trash.h"

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::server {

class TtlSafety;

/// The trash of the engine: passes fill it, and a command puts documents back.
class EngineTrash final : public commands::TrashBin
{
public:
    /// All must outlive it.
    EngineTrash(catalog::Catalog& catalog, const base::Clock& clock,
                const trash::TrashSettings& settings, TtlSafety& safety);

    /// For the passes.
    trash::Trash& store() { return m_trash; }
    /// Holds the indexes that would delete the documents again.
    Result<trash::PutBackResult> putBack(const trash::PutBackOrder& order) override;

private:
    catalog::Catalog& m_catalog;
    const base::Clock& m_clock;
    TtlSafety& m_safety;
    trash::Trash m_trash;
};

} // namespace sandglass::engine::server

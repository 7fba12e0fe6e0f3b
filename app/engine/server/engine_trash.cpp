// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine_trash.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/server/ttl_safety.h"

#include <string>

namespace sandglass::engine::server {

EngineTrash::EngineTrash(catalog::Catalog& catalog, const base::Clock& clock,
                         const trash::TrashSettings& settings, TtlSafety& safety)
    : m_catalog(catalog)
    , m_clock(clock)
    , m_safety(safety)
    , m_trash(catalog, settings)
{
}

Result<trash::PutBackResult> EngineTrash::putBack(const trash::PutBackOrder& order)
{
    const auto hold = [this](const catalog::Collection& collection, const std::string& index,
                             std::int64_t due) {
        return m_safety.hold({collection.ns().text(), index, due, collection.figures().documents,
                              true, collection.uuid()});
    };
    return trash::PutBack(m_catalog, m_clock, hold).run(order);
}

} // namespace sandglass::engine::server

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::cosmos {

/// Decides which stored documents clients see. Expired ones disappear at once, before the purge
/// pass deletes them. The collection's seconds are read once, at construction; the clock is read
/// for each document. `clock` must outlive it. Any thread.
class Visibility
{
public:
    Visibility(const catalog::Collection& real, const base::Clock& clock);

    /// Whether clients see a stored document now. Without a stamp it never expires.
    bool shows(bson::DocumentView stored) const;

private:
    const base::Clock* m_clock;
    std::optional<std::int32_t> m_seconds; // of the TTL index; unset: nothing expires
};

/// The documents of `real` that clients see, without the reserved field. nullptr for nullptr.
std::unique_ptr<catalog::RecordCursor> visibleCursor(std::unique_ptr<catalog::RecordCursor> real,
                                                     const Visibility& visibility);

} // namespace sandglass::engine::cosmos

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::cosmos {

/// Which stored documents of a collection clients see: expired ones vanish at once, before the
/// purge pass removes them. The collection's seconds are those of the moment when it was made; the
/// clock is asked for each document. `clock` must outlive it. Any thread.
class Visibility
{
public:
    Visibility(const catalog::Collection& real, const base::Clock& clock);

    /// Whether a stored document is there for clients now. One without a stamp never expires.
    bool shows(bson::DocumentView stored) const;

private:
    const base::Clock* m_clock;
    std::optional<std::int32_t> m_seconds;
};

/// The documents of `real` that clients see, without the reserved field.
std::unique_ptr<catalog::RecordCursor> visibleCursor(std::unique_ptr<catalog::RecordCursor> real,
                                                     const Visibility& visibility);

} // namespace sandglass::engine::cosmos

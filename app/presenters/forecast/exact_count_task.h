// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <cstdint>

namespace sandglass::services {
class TaskService;
}

namespace sandglass::presenters {

/// An exact count as it stands in the list of tasks. GUI thread.
class ExactCountTask
{
public:
    /// `tasks` outlives it.
    explicit ExactCountTask(services::TaskService& tasks);

    /// Puts the count into the list; the list's Cancel sets `cancel`. `ns`: empty for all
    /// collections.
    void begin(const protocol::Namespace& ns, const ttl::CancelToken& cancel);
    /// Shows how far the count has come, 0…100; nothing happens when there is none.
    void setPercent(int percent);
    /// Takes it out of the list. Whether there was one.
    bool end();
    bool isRunning() const { return m_id != 0; }

private:
    services::TaskService& m_tasks;
    std::uint64_t m_id = 0;
};

} // namespace sandglass::presenters

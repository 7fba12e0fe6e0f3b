// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <cstdint>

namespace sandglass::services {
class TaskService;
}

namespace sandglass::presenters {

/// The entry of an exact count in the list of tasks. GUI thread.
class ExactCountTask
{
public:
    /// `tasks` must outlive this object.
    explicit ExactCountTask(services::TaskService& tasks);

    /// Adds the count to the list, where it can be cancelled by `cancel`. `ns`: empty for all
    /// collections.
    void begin(const protocol::Namespace& ns, const ttl::CancelToken& cancel);
    /// Sets the progress, 0…100. Does nothing without a count.
    void setPercent(int percent);
    /// Removes the count from the list. Returns whether there was one.
    bool end();
    /// Whether a count is in the list.
    bool isRunning() const { return m_id != 0; }

private:
    services::TaskService& m_tasks;
    std::uint64_t m_id = 0; // of the task; 0: none
};

} // namespace sandglass::presenters

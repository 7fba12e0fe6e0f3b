// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <memory>

namespace sandglass::platform {

/// Ends child processes together with this process, even after a crash. Windows: a job object,
/// whose processes the system kills when this process closes it or ends. Linux and macOS: does
/// nothing, because the child itself asks the kernel for a signal (StopSignals::followParent()) and
/// then shuts down cleanly.
class ChildGuard
{
public:
    ChildGuard();
    ChildGuard(const ChildGuard&) = delete;
    ChildGuard& operator=(const ChildGuard&) = delete;
    /// Windows: ends the children that still run.
    ~ChildGuard();

    /// Adds a child process that has been started. Errors: NotPermitted, with the system's text.
    Result<void> add(std::int64_t processId);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace sandglass::platform

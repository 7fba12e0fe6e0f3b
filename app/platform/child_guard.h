// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <memory>

namespace sandglass::platform {

/// Ends child processes together with this process, even after a crash. Windows: a job object,
/// whose processes the system kills when this process no longer holds it. Linux and macOS: does
/// nothing; there the child asks the kernel for it (StopSignals::followParent()) and ends in good
/// order.
class ChildGuard
{
public:
    ChildGuard();
    ChildGuard(const ChildGuard&) = delete;
    ChildGuard& operator=(const ChildGuard&) = delete;
    /// Windows: ends the children that still run.
    ~ChildGuard();

    /// Adds a child that has started. Errors: NotPermitted, with the system's text.
    Result<void> add(std::int64_t processId);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace sandglass::platform

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::engine::commands {

/// The requests that are suspended until something changes; see request::suspendUpTo(). Any thread.
class WaitingRequests
{
public:
    virtual ~WaitingRequests() = default;

    /// Runs them again, because a cursor may have been killed. Does not block.
    virtual void wake() = 0;
};

} // namespace sandglass::engine::commands

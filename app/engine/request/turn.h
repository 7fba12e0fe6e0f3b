// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <optional>

namespace sandglass::engine::request {

/// One attempt to reply to a request. A request that must wait is handled again later, from the
/// beginning and with a larger `waited`. In between it occupies no thread, and what it appended to
/// its reply is discarded.
struct Turn
{
    base::Millis waited{0}; ///< real time since the first attempt
    bool again = false; ///< this is not the first attempt
    bool mayWait = true; ///< false: the handler must reply now
    /// Set by the handler if it has no reply yet: the next attempt comes after this real time …
    std::optional<base::Millis> wait = {};
    bool wakeOnChange = false; ///< … or, if this is set, earlier, after the next commit
};

} // namespace sandglass::engine::request

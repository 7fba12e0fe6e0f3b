// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <optional>

namespace sandglass::engine::commands {

/// One run of a request. A request that cannot be answered yet sets `wait` and returns; it is run
/// again later from its beginning, with `waited` growing, and holds no thread in between. What it
/// appended to its reply is dropped.
struct Turn
{
    base::Millis waited{0}; ///< real time since the request's first run
    bool again = false; ///< this is not the first run
    bool mayWait = true; ///< false: it must be answered now
    std::optional<base::Millis> wait
        = {}; ///< set by the request: run it again after this real time
    bool wakeOnChange = false; ///< set by the request: or as soon as something was committed
};

} // namespace sandglass::engine::commands

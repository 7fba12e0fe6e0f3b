// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <optional>

namespace sandglass::engine::request {

/// One attempt to answer a request. A request that has to wait is handled again later from its
/// beginning, with `waited` growing. In between it occupies no thread, and what it appended to its
/// reply is dropped.
struct Turn
{
    base::Millis waited{0}; ///< real time since the first attempt
    bool again = false; ///< not the first attempt
    bool mayWait = true; ///< false: it must be answered now
    /// Set by the handler when there is no answer yet: try again after this real time …
    std::optional<base::Millis> wait = {};
    bool wakeOnChange = false; ///< … or, if this is set, after the next commit
};

} // namespace sandglass::engine::request

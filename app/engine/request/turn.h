// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::request {

/// The replies to one request whose client accepts several (exhaust): one follows the other without
/// another request.
struct ReplySeries
{
    bool accepted = false; ///< by the client
    bool goesOn = false; ///< set by the handler with a reply: another one follows
    std::int32_t lastReply = 0; ///< id of the reply before; 0: this is the first one
    std::int64_t cursor = 0; ///< that the series reads; 0: none
    bson::Document failure
        = {}; ///< of a fail point, for the attempts after the first; mostly empty
};

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
    bool closes = false; ///< set by the handler: the connection ends without a reply
    bool wakeOnChange = false; ///< … or, if this is set, earlier, after the next commit
    /// Passed on from one attempt to the next, and from one reply to the next.
    ReplySeries series = {};
};

} // namespace sandglass::engine::request

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <cstdint>

namespace sandglass::engine::request {

struct Request;

/// What resumes a suspended command.
enum class WakeBy {
    TimeOnly, ///< the end of its time limit
    Commits, ///< also the next commit, and a killed cursor
};

/// Suspends a command that has nothing to reply yet. It occupies no thread while it waits, and is
/// later run again from the beginning. `limit`: real time that all its runs together may wait; an
/// hour at most. Returns true if it was suspended: the command must return at once, and what it
/// appended to its reply is discarded. Returns false if the limit is over or the command must reply
/// now. Any thread.
bool suspendUpTo(const Request& request, base::Millis limit, WakeBy wakeBy);

/// False if the command runs again after suspendUpTo().
bool isFirstRun(const Request& request);

/// Whether the client accepts several replies to this request (exhaust).
bool acceptsSeries(const Request& request);

/// Whether this run makes a further reply to a request that has been answered before.
bool isFurtherReply(const Request& request);

/// Has the command run again for a further reply as soon as this one is sent. Has no effect if the
/// client accepts one reply only or the command must reply now. `cursor`: closed when the client
/// leaves before the last reply; 0: none.
void replyAgain(const Request& request, std::int64_t cursor = 0);

} // namespace sandglass::engine::request

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

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

} // namespace sandglass::engine::request

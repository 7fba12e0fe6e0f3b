// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

namespace sandglass::engine::request {

struct Request;

/// What ends a command's rest before its time.
enum class WakeBy { TimeOnly, Commits };

/// Puts a command to rest that has nothing to answer yet, unless it has rested for `limit` of real
/// time already or has to answer now. True: the command returns, whatever it appended is dropped,
/// and it is run again. Any thread.
bool restUntil(const Request& request, base::Millis limit, WakeBy wakeBy);

/// Whether this is a command's first run; later ones come after restUntil().
bool isFirstRun(const Request& request);

} // namespace sandglass::engine::request

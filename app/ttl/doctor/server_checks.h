// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// The TTL monitor runs: ttlMonitorEnabled is not false.
Judgement monitorOn(const Facts& facts);

/// The server takes writes: only a primary deletes what is due.
Judgement primary(const Facts& facts);

/// The server's clock, by which it judges, agrees with ours: within 5 s it passes, beyond a minute
/// it fails.
Judgement serverClock(const Facts& facts);

/// The pass counter moves: passed when a pass was seen within two periods, failed when none was
/// seen for longer, unknown while it has been watched for less.
Judgement passesMoving(const Facts& facts);

} // namespace sandglass::ttl::doctor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

namespace sandglass::ttl::doctor {

/// The TTL monitor runs: ttlMonitorEnabled is not false.
Judgement monitorOn(const Facts& facts);

/// The server is writable: only a primary deletes due documents.
Judgement primary(const Facts& facts);

/// The server has not stopped writing, as on a full disk. Only our own engine reports that it
/// accepts writes.
Judgement takesWrites(const Facts& facts);

/// The server's clock agrees with ours: passed within 5 s, failed beyond a minute, else a warning.
Judgement serverClock(const Facts& facts);

/// The pass counter increases: passed after a pass within two periods, failed without one for
/// longer, unknown while it has been watched for less.
Judgement passesMoving(const Facts& facts);

} // namespace sandglass::ttl::doctor

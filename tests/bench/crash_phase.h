// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// T13: kills the engine with SIGKILL at random points while one client inserts and deletes and a
/// TTL pass is under way, opens it again on the same folder, and compares what is there with what
/// was acknowledged and with what was already gone. Prints the seed.
void measureCrashes(Run& run);

} // namespace sandglass::bench

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// T8: the p99 of finds by _id on one connection, idle for two seconds, during a pass that deletes
/// half of the collection, and in the two seconds after it, in which the space is given back.
void measureFinds(Run& run, std::int64_t documents, DateOrder order);

} // namespace sandglass::bench

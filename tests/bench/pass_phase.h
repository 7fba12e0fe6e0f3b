// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// Measures the pass workload of one size and order with every subject that the run wants, for T1
/// to T10 and T14. The subjects' order alternates from round to round, so that a busy machine hits
/// all. A subject that fails is noted as a failure and left out from then on.
void measurePasses(Run& run, std::int64_t documents, DateOrder order);

} // namespace sandglass::bench

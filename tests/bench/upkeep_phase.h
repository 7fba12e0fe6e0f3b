// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// T11: what share of the CPU time of an insert goes into the block directory. Two collections of
/// one store get the same batches by turns, one with a directory and one without; the median of
/// what a batch costs more, over what it costs without.
void measureUpkeep(Run& run, std::int64_t documents, DateOrder order);

} // namespace sandglass::bench

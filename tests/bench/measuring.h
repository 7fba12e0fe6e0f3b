// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "tests/bench/subject.h"

#include <cstdint>
#include <vector>

namespace sandglass::bench {

/// What one step of work took.
struct Step
{
    double seconds = 0; ///< wall time
    double cpuSeconds = 0; ///< of the store, all threads
};

/// One round with one store.
struct Figures
{
    Step insert; ///< all documents
    Step purge; ///< half of them
    Step forecast; ///< 200 buckets over all documents, median of three
    std::vector<std::int64_t> buckets;
};

/// Runs the workload through a fresh store. Making the documents is not counted.
/// Errors: those of the store.
Result<Figures> measure(Subject& subject, const Workload& workload);

/// The middle of an odd number of values; they may come in any order. `values` is not empty.
double median(std::vector<double> values);

} // namespace sandglass::bench

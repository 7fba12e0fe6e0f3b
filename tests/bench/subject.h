// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "tests/bench/workload.h"

#include <cstdint>
#include <vector>

namespace sandglass::bench {

/// What is measured: a store that takes the workload's documents, deletes the old ones and counts
/// the rest by date.
class Subject
{
public:
    Subject() = default;
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;
    virtual ~Subject() = default;

    virtual Result<void> insert(const std::vector<bson::Document>& batch) = 0;
    /// Deletes what is due at the workload's half time; returns when all of it is gone.
    virtual Result<void> purge(const Workload& workload) = 0;
    /// Documents per bucket of the workload's forecast edges.
    virtual Result<std::vector<std::int64_t>> forecast(const Workload& workload) = 0;
    /// CPU seconds that the store has used so far, on all its threads.
    virtual double cpuSeconds() const = 0;
};

} // namespace sandglass::bench

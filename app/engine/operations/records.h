// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/operations/client_table.h"
#include "app/engine/operations/last_errors.h"
#include "app/engine/operations/operation_counters.h"
#include "app/engine/operations/operation_metrics.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/operations/profiler.h"

#include <utility>

namespace sandglass::engine::operations {

/// What the engine remembers of its connections and of their operations. Made once by the engine's
/// server; what it refers to outlives it. Any thread.
struct Records
{
    explicit Records(ProfileTarget target)
        : clock(target.clock)
        , log(target.log)
        , profiler(std::move(target))
    {
    }

    const base::Clock& clock;
    base::Log& log;
    OperationTable running; ///< for currentOp and killOp
    ClientTable clients; ///< the open connections
    OperationCounters counters;
    OperationMetrics metrics; ///< sums over all operations
    LastErrors lastErrors; ///< what getLastError answers each connection
    Profiler profiler; ///< records finished operations
};

} // namespace sandglass::engine::operations

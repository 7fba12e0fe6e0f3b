// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/operations/client_table.h"
#include "app/engine/operations/fail_points.h"
#include "app/engine/operations/last_errors.h"
#include "app/engine/operations/operation_counters.h"
#include "app/engine/operations/operation_metrics.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/operations/profiler.h"
#include "app/engine/operations/session_table.h"

#include <utility>

namespace sandglass::engine::operations {

/// The engine's records of connections and their operations. There is one for the whole engine;
/// what `target` refers to must outlive it. Any thread.
struct Records
{
    explicit Records(ProfileTarget target)
        : clock(target.clock)
        , log(target.log)
        , sessions(target.clock)
        , profiler(std::move(target))
    {
    }

    const base::Clock& clock;
    base::Log& log;
    OperationTable running; ///< for currentOp and killOp
    ClientTable clients; ///< the open connections
    OperationCounters counters; ///< serverStatus.opcounters
    OperationMetrics metrics; ///< serverStatus.metrics, latencies, top
    FailPoints failPoints; ///< for tests of drivers
    LastErrors lastErrors; ///< for getLastError, by connection
    SessionTable sessions; ///< for $listSessions and $listLocalSessions
    Profiler profiler; ///< writes finished operations to the log and to system.profile
};

} // namespace sandglass::engine::operations

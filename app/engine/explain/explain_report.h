// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/request/request.h"
#include "app/engine/writes/write_access.h"

namespace sandglass::engine::explain {

/// How much explain reports. The planner tries no other plans, so allPlansExecution is an empty
/// list and the last two hardly differ.
enum class Verbosity { QueryPlanner, ExecutionStats, AllPlansExecution };

/// Explains the command in `request` (find, aggregate, count, distinct, update, delete,
/// findAndModify): appends queryPlanner and, unless `verbosity` is QueryPlanner, executionStats.
/// Then reads are executed; writes only find their documents and change nothing. Errors (server):
/// IllegalOperation for any other command, those of the command.
Result<void> reportExplain(const request::Request& request, Verbosity verbosity,
                           const writes::WriteAccess& access, bson::Builder& reply);

} // namespace sandglass::engine::explain

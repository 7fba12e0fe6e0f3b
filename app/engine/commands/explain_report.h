// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/commands/command.h"

namespace sandglass::engine::commands {

/// How much explain tells. The engine keeps no rejected plans, so the last two say the same.
enum class Verbosity { QueryPlanner, ExecutionStats, AllPlansExecution };

/// Explains the command in `request` (find, aggregate, count, distinct, update, delete,
/// findAndModify): appends queryPlanner and, unless only the plan is wanted, executionStats. Reads
/// are run; writes only find their documents and change nothing. Errors: 59 for other commands,
/// those of the command.
Result<void> reportExplain(const request::Request& request, Verbosity verbosity, Context& context,
                           bson::Builder& reply);

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/operations/profiler.h"

namespace sandglass::engine::operations {

/// The operation as a document of system.profile, without _id. `now`: its `ts`. Lock times and
/// processor times are not measured and left out. Pure; any thread. Source of the fields: MongoDB
/// manual, Database Profiler Output.
bson::Document profileEntry(const FinishedOperation& operation, base::Time now);

/// The operation as a log line: "Slow query", id 51803, as MongoDB writes it. Pure; any thread.
base::LogEntry slowLine(const FinishedOperation& operation);

} // namespace sandglass::engine::operations

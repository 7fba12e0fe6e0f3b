// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/operations/profiler.h"

namespace sandglass::engine::operations {

/// The operation as a document of system.profile, without _id. Source of the fields: MongoDB
/// manual, Database Profiler Output; times of locks and of the processor are not measured and left
/// out.
bson::Document profileEntry(const FinishedOperation& operation, base::Time now);

/// The operation as a line of the log: "Slow query", 51803.
base::LogEntry slowLine(const FinishedOperation& operation);

} // namespace sandglass::engine::operations

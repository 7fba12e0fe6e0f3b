// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/writes/write_result.h"
#include "app/engine/writes/write_scope.h"

#include <memory>
#include <vector>

namespace sandglass::engine::timeseries {

/// Inserts measurements into a time series. Each one goes into a bucket of its meta and time that
/// is not full, or into a new one; a write unit writes each bucket once. Blocks for the writer
/// lock. An error of a single document, such as BadValue for a missing time, becomes a write error
/// in the result. Errors (server): QueryPlanKilled after a drop, MaxTimeMSExpired, Interrupted;
/// Storage.
Result<writes::WriteResult> insertMeasurements(const writes::WriteScope& scope,
                                               const std::shared_ptr<catalog::Collection>& buckets,
                                               const std::vector<bson::DocumentView>& measurements,
                                               bool ordered);

} // namespace sandglass::engine::timeseries

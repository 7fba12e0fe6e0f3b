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

/// Inserts measurements into a time series: each joins an open bucket of its meta and time or opens
/// one; a write unit writes each bucket once. Errors of single documents (2 for a missing time)
/// become write errors. Errors: 175, Storage, 50, 11601.
Result<writes::WriteResult> insertMeasurements(const writes::WriteScope& scope,
                                               const std::shared_ptr<catalog::Collection>& buckets,
                                               const std::vector<bson::DocumentView>& measurements,
                                               bool ordered);

} // namespace sandglass::engine::timeseries

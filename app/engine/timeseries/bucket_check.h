// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"

namespace sandglass::engine::timeseries {

/// Checks a bucket that a client inserts itself, as mongorestore does: {_id, control: {version,
/// min, max, closed?, count?}, meta?, data}, of version 1, 2 or 3. Compressed columns are unpacked
/// for it. The times must be dates between control.min and control.max, which may not be further
/// apart than the span of a bucket: reads find buckets by them. Pure; any thread. Errors (server):
/// DocumentValidationFailure for a document that is no bucket, InvalidBson for columns that cannot
/// be unpacked, BadValue for measurements that contradict the bucket. Source: MongoDB server
/// source, db/timeseries, README.
Result<void> checkBucket(bson::DocumentView bucket, const catalog::TimeSeriesShape& shape);

} // namespace sandglass::engine::timeseries

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::timeseries {

/// Judges create's `timeseries` and gives it back as listCollections shows it: {timeField,
/// metaField?, granularity?, bucketMaxSpanSeconds, bucketRoundingSeconds?}. Errors: 40414, 40415,
/// 14, 2, 51024, 72.
Result<bson::Document> judgeTimeSeries(bson::DocumentView timeseries, const protocol::Namespace& ns,
                                       const request::EngineFacts& facts);

/// What collMod's `timeseries` makes of the listed options: a span that only grows. Errors: 40415,
/// 14, 2, 51024, 72.
Result<bson::Document> changedTimeSeries(bson::DocumentView change, bson::DocumentView listed);

} // namespace sandglass::engine::timeseries

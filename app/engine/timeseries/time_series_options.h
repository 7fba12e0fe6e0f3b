// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::timeseries {

/// Checks the `timeseries` option of create and returns it as listCollections shows it: {timeField,
/// metaField?, granularity?, bucketMaxSpanSeconds, bucketRoundingSeconds?}. `ns`: for messages.
/// Pure; any thread. Errors (server): MissingField, UnknownField, TypeMismatch, BadValue,
/// InvalidOptions, Location51024 for a span out of range.
Result<bson::Document> parseTimeSeriesOptions(bson::DocumentView timeseries,
                                              const protocol::Namespace& ns,
                                              const request::EngineFacts& facts);

/// The listed options (see parseTimeSeriesOptions()) after collMod with `timeseries: change`. The
/// bucket span may only grow. Pure; any thread. Errors (server): UnknownField, TypeMismatch,
/// BadValue, InvalidOptions, Location51024 for a span out of range.
Result<bson::Document> changedTimeSeries(bson::DocumentView change, bson::DocumentView listed);

} // namespace sandglass::engine::timeseries

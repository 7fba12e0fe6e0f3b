// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/catalog/types.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::timeseries {

/// The index by which the bucket of a measurement is found; like kBucketExpiryIndex not shown.
inline constexpr std::string_view kBucketLookupIndex = "$bucket_lookup";

/// The indexes that a new bucket collection gets besides `_id_`: those of the engine, and the one
/// on meta and time that users see (since 6.3, with a metaField).
std::vector<catalog::IndexDefinition> newBucketIndexes(const catalog::TimeSeriesShape& shape,
                                                       const request::EngineFacts& facts);

/// Turns the indexes that a user wants on a time series into those of its buckets. Time and
/// measurements are indexed by their least and greatest value in a bucket, a TTL index by the
/// least time alone. Errors: 72, 67, 85, 7246201. Source: app/ttl/SEMANTICS.md 4.
Result<std::vector<catalog::IndexDefinition>>
bucketIndexes(std::vector<catalog::IndexDefinition> wanted, const catalog::TimeSeriesShape& shape,
              const request::EngineFacts& facts);

/// The indexes of a collection as users know them: those of a time series' buckets in the form in
/// which they were asked for, without what belongs to the engine.
std::vector<catalog::IndexInfo> shownIndexes(const catalog::Collection& collection);

} // namespace sandglass::engine::timeseries

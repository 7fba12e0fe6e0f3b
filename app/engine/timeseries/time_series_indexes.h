// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::timeseries {

/// The engine's index that finds the bucket for a new measurement. Like kBucketExpiryIndex it is
/// hidden from users.
inline constexpr std::string_view kBucketLookupIndex = "$bucket_lookup";

/// The indexes of a new bucket collection besides `_id_`: the engine's own, and the index on meta
/// and time that users see (since 6.3, with a metaField). Pure; any thread.
std::vector<catalog::IndexDefinition> newBucketIndexes(const catalog::TimeSeriesShape& shape,
                                                       const request::EngineFacts& facts);

/// Translates the indexes that a user wants on a time series into indexes on its buckets. Time and
/// measurements are indexed by their minimum and maximum in a bucket, a TTL index by the minimum
/// time alone. Pure; any thread. Errors (server): InvalidOptions, CannotCreateIndex,
/// IndexOptionsConflict, Location7246201 for a wildcard index. Source: app/ttl/SEMANTICS.md 4.
Result<std::vector<catalog::IndexDefinition>>
bucketIndexes(std::vector<catalog::IndexDefinition> wanted, const catalog::TimeSeriesShape& shape,
              const request::EngineFacts& facts);

/// The indexes of a collection as users see them. Those of a time series are shown as they were
/// requested, and the engine's own are left out. Any thread.
std::vector<catalog::IndexInfo> shownIndexes(const catalog::Collection& collection);

} // namespace sandglass::engine::timeseries

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::engine::timeseries {

/// Where buckets keep what users know as a path of the metaField: "sensor.id" is "meta.id".
/// nullopt for any other path.
std::optional<std::string> bucketMetaPath(std::string_view path, std::string_view metaField);

/// The same filter for buckets when it speaks of the metaField only: all measurements of a bucket
/// meet it, or none. nullopt when it speaks of anything else.
std::optional<bson::Document> bucketMetaFilter(bson::DocumentView filter,
                                               std::string_view metaField);

/// A filter that every bucket meets which holds a measurement meeting all of `conditions`. Other
/// buckets may meet it too. Empty when the conditions say nothing of meta and time.
bson::Document bucketFilter(std::span<const bson::DocumentView> conditions,
                            const catalog::TimeSeriesShape& shape);

} // namespace sandglass::engine::timeseries

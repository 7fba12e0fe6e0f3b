// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::engine::timeseries {

/// The path in a bucket for a path of the metaField: with metaField "sensor", "sensor.id" becomes
/// "meta.id". nullopt for any other path. Pure; any thread.
std::optional<std::string> bucketMetaPath(std::string_view path, std::string_view metaField);

/// The filter on buckets that is equal to a filter on the metaField alone: either all measurements
/// of a bucket match, or none. nullopt when the filter has any other condition. Pure; any thread.
std::optional<bson::Document> bucketMetaFilter(bson::DocumentView filter,
                                               std::string_view metaField);

/// A filter that matches at least the buckets with a measurement that meets all of `conditions`.
/// It may match other buckets too, so the measurements must still be tested. Empty when no
/// condition on meta or time can be used. Pure; any thread.
bson::Document bucketFilter(std::span<const bson::DocumentView> conditions,
                            const catalog::TimeSeriesShape& shape);

} // namespace sandglass::engine::timeseries

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

struct CollectionOptions;

/// Measurements of one time series share a bucket; a bucket goes as a whole.
/// Source: app/ttl/SEMANTICS.md 4.
struct TimeSeriesShape
{
    std::string timeField;
    std::string metaField; ///< empty: none
    std::string granularity; ///< "seconds", "minutes", "hours"; empty when the span is custom
    std::int64_t bucketMaxSpanSeconds = 3600;
    std::int64_t bucketRoundingSeconds = 60; ///< a bucket's start is its first time rounded down
};

/// What a collection is, read from the options that it was created with. A time series
/// `weather` is kept as the ordinary collection `system.buckets.weather` of this shape; a view is
/// an entry of the catalog without documents.
struct CollectionShape
{
    bool capped = false;
    std::int64_t cappedBytes = 0; ///< with `capped`
    std::optional<std::int64_t> cappedDocuments; ///< with `capped`
    bool clustered = false; ///< by _id
    std::string clusteredName; ///< how listIndexes calls what it is clustered by; with `clustered`
    std::optional<TimeSeriesShape> timeSeries; ///< the collection holds buckets
    std::optional<std::int64_t>
        expireAfterSeconds; ///< the collection's own rule: clustered or time series
    std::string viewOn; ///< the collection or view that this view shows; empty: no view
    std::vector<bson::Document> pipeline; ///< of a view

    bool isView() const { return !viewOn.empty(); }
};

/// The shape behind options as listCollections shows them; options that were judged when they were
/// stored, so whatever is unusable counts as absent.
CollectionShape shapeOf(const CollectionOptions& options);

/// The index of every bucket collection by the start of its buckets: the collection's own rule
/// expires them by it. Clients are not shown it.
inline constexpr std::string_view kBucketExpiryIndex = "$bucket_expiry";

/// Where the buckets of the time series `name` are kept: "system.buckets.<name>".
std::string bucketsName(std::string_view name);

/// The time series behind a bucket collection's name; empty when it is none.
std::string_view timeSeriesName(std::string_view bucketsCollection);

} // namespace sandglass::engine::catalog

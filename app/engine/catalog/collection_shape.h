// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/collation.h"
#include "app/bson/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

struct CollectionOptions;

/// The buckets of a time series. Measurements of one series share a bucket, which expires as a
/// whole. Source: app/ttl/SEMANTICS.md 4.
struct TimeSeriesShape
{
    std::string timeField;
    std::string metaField; ///< empty: none
    std::string granularity; ///< "seconds", "minutes", "hours"; empty when the span is custom
    std::int64_t bucketMaxSpanSeconds = 3600;
    std::int64_t bucketRoundingSeconds
        = 60; ///< a bucket starts at its first time, rounded down to this
};

/// What documents must match. A validator without conditions and validationLevel "off" make none.
struct ValidationShape
{
    bson::Document validator; ///< a filter
    bool moderate = false; ///< documents that do not match already may be changed as before
    bool warns = false; ///< failures are only logged
    bool logs = false; ///< failures are errors and logged
};

/// The kind of a collection, as its options define it. A time series `weather` is stored as the
/// collection `system.buckets.weather` with this shape; a view is a catalog entry without
/// documents.
struct CollectionShape
{
    bool capped = false;
    std::int64_t cappedBytes = 0; ///< with `capped`
    std::optional<std::int64_t> cappedDocuments; ///< with `capped`
    bool clustered = false; ///< by _id
    std::string clusteredName; ///< name of the clustered index in listIndexes; with `clustered`
    std::optional<TimeSeriesShape> timeSeries; ///< the collection holds buckets
    std::optional<std::int64_t>
        expireAfterSeconds; ///< the collection's own rule: clustered or time series
    bool keepsImages = false; ///< changes are logged with the document before and after
    std::optional<ValidationShape> validation; ///< what every document must match
    std::string viewOn; ///< the source of a view; empty: not a view
    std::vector<bson::Document> pipeline; ///< of a view
    bson::CollationPtr collation; ///< how commands on it compare strings by default; may be null

    /// Whether it is a view.
    bool isView() const { return !viewOn.empty(); }
};

/// The shape that options define. They were checked when they were stored; an invalid option counts
/// as absent.
CollectionShape shapeOf(const CollectionOptions& options);

/// The hidden index of every bucket collection, over the start of its buckets. The collection's own
/// rule expires them by it.
inline constexpr std::string_view kBucketExpiryIndex = "$bucket_expiry";

/// Name of the collection with the buckets of time series `name`: "system.buckets.<name>".
std::string bucketsName(std::string_view name);

/// The time series of a bucket collection; empty for any other name.
std::string_view timeSeriesName(std::string_view bucketsCollection);

} // namespace sandglass::engine::catalog

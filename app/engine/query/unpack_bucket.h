// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/pipeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::query {

/// The names of the fields that measurements do not take from a bucket's columns.
struct BucketFields
{
    std::string timeField;
    std::string metaField; ///< empty: none
};

/// The most measurements and the most bytes of values in a compressed bucket: a few bytes of it can
/// stand for many large values.
inline constexpr std::int64_t kMostRows = 1'000'000;
inline constexpr std::size_t kMostColumnBytes = std::size_t{64} * 1024 * 1024;

/// Whether the columns of a bucket are compressed: version 2 (in order of time) or 3 (in order of
/// arrival).
bool isCompressed(bson::DocumentView bucket);

/// The bucket with columns that are not compressed, as version 1; it may exceed the size of a
/// stored document. Errors (server): InvalidBson for a column that is none, that has more rows than
/// the bucket, or that becomes larger than kMostColumnBytes with those before it. Pure; any thread.
Result<bson::Document> unpackedBucket(bson::DocumentView bucket);

/// A copy of the times of a bucket of any version, by row: {"0": date, …}. Errors (server): those
/// of unpackedBucket(). Pure; any thread.
Result<bson::Document> bucketTimes(bson::DocumentView bucket, std::string_view timeField);

/// Reads the measurements of one bucket in the order of its rows: {<time>, <meta>?, <columns…>}.
/// The bucket's bytes must outlive it. Not thread-safe.
class BucketReader
{
public:
    /// Opens a bucket of any version. Errors (server): those of unpackedBucket().
    static Result<BucketReader> open(bson::DocumentView bucket, const BucketFields& fields);
    /// The next measurement; nullopt at the end.
    std::optional<bson::Document> next();

private:
    explicit BucketReader(const BucketFields& fields);
    /// Starts at the first row. `bucket`: not compressed; the reader refers to it.
    void start(bson::DocumentView bucket);

    /// One column of the bucket: the values of a field by measurement number.
    struct Column
    {
        std::string_view name;
        bson::DocumentView::Iterator at;
        bson::DocumentView::Iterator end;
    };

    std::string m_timeField;
    std::string m_metaField;
    bson::Document m_unpacked; // what the columns refer to, if the bucket is compressed
    bson::ValueView m_meta;
    Column m_times;
    std::vector<Column> m_columns; // all but the time
};

/// Number of measurements in a bucket; does not decode them.
std::int64_t measurementCount(bson::DocumentView bucket, std::string_view timeField);

/// The measurements of a stream of buckets.
DocumentSourcePtr unpackSource(DocumentSourcePtr buckets, BucketFields fields);

} // namespace sandglass::engine::query

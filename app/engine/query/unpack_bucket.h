// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// Reads the measurements of one bucket in the order of arrival: {<time>, <meta>?, <columns…>}. The
/// bucket's bytes must outlive it. Not thread-safe.
class BucketReader
{
public:
    BucketReader(bson::DocumentView bucket, const BucketFields& fields);
    /// The next measurement; nullopt at the end.
    std::optional<bson::Document> next();

private:
    /// One column of the bucket: the values of a field by measurement number.
    struct Column
    {
        std::string_view name;
        bson::DocumentView::Iterator at;
        bson::DocumentView::Iterator end;
    };

    std::string m_timeField;
    std::string m_metaField;
    bson::ValueView m_meta;
    Column m_times;
    std::vector<Column> m_columns; // all but the time
};

/// Number of measurements in a bucket; does not decode them.
std::int64_t measurementCount(bson::DocumentView bucket, std::string_view timeField);

/// The measurements of a stream of buckets.
DocumentSourcePtr unpackSource(DocumentSourcePtr buckets, BucketFields fields);

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::timeseries {

/// A bucket takes no more measurements than this, and none once it has this many bytes.
/// Source: MongoDB server source, timeseries.idl, timeseriesBucketMaxCount,
/// timeseriesBucketMaxSize.
inline constexpr std::size_t kMaxMeasurements = 1000;
inline constexpr std::size_t kMaxBucketBytes = 128'000;

/// The start of the bucket that a first measurement at `time` opens: rounded down, before 1970 too.
bson::Date bucketStart(bson::Date time, const catalog::TimeSeriesShape& shape);

/// Whether a measurement at `time` may lie in a bucket that starts at `start`.
bool inBucketSpan(bson::Date start, bson::Date time, const catalog::TimeSeriesShape& shape);

/// Puts measurements into one bucket: {_id, control: {version, min, max}, meta?, data: {<field>:
/// {"0": …}}}. The least time is the start; _id holds it in its first four bytes as far as those
/// reach.
class BucketBuilder
{
public:
    /// An empty one. `meta`: Missing for none.
    BucketBuilder(const catalog::TimeSeriesShape& shape, bson::Date start, bson::ValueView meta);
    /// One that has this bucket's measurements already.
    BucketBuilder(const catalog::TimeSeriesShape& shape, bson::DocumentView bucket);

    /// Takes the measurements out; id, start and meta stay.
    void clear();
    /// `measurement` has a date at the time field.
    void add(bson::DocumentView measurement);

    bson::Date start() const { return m_start; }
    std::size_t count() const { return m_count; }
    bool full() const { return m_count >= kMaxMeasurements || m_bytes >= kMaxBucketBytes; }
    /// The bucket's meta, Missing for none.
    bson::ValueView meta() const { return m_meta; }
    /// The whole document.
    bson::Document document() const;

private:
    struct Column
    {
        std::string name;
        bson::Builder values;
        bson::Value min;
        bson::Value max;
    };

    void addValue(std::string_view field, std::string_view row, bson::ValueView value);
    Column& column(std::string_view field);

    std::string m_timeField;
    std::string m_metaField;
    bson::ObjectId m_id;
    bson::Date m_start;
    bson::Value m_meta;
    std::vector<Column> m_columns; // in order of appearance
    std::map<std::string, std::size_t, std::less<>> m_places; // in m_columns, by name
    std::size_t m_count = 0;
    std::size_t m_bytes = 0;
};

} // namespace sandglass::engine::timeseries

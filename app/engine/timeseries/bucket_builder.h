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

/// Limits of a bucket: measurements, and bytes of measurements. It is full when it has reached one
/// of them. Source: MongoDB server source, timeseries.idl, timeseriesBucketMaxCount,
/// timeseriesBucketMaxSize.
inline constexpr std::size_t kMaxMeasurements = 1000;
inline constexpr std::size_t kMaxBucketBytes = 128'000;

/// The start of a new bucket for a measurement at `time`: rounded down by bucketRoundingSeconds,
/// also before 1970. Pure; any thread.
bson::Date bucketStart(bson::Date time, const catalog::TimeSeriesShape& shape);

/// Whether a bucket that starts at `start` can hold a measurement at `time`. Pure; any thread.
bool inBucketSpan(bson::Date start, bson::Date time, const catalog::TimeSeriesShape& shape);

/// Builds the document of one bucket: {_id, control: {version, min, max}, meta?, data: {<field>:
/// {"0": …}}}. The minimum of the time field is the bucket's start, not the first measurement. The
/// first four bytes of _id hold the start's seconds. One thread.
class BucketBuilder
{
public:
    /// An empty bucket. `meta`: Missing for none.
    BucketBuilder(const catalog::TimeSeriesShape& shape, bson::Date start, bson::ValueView meta);
    /// A stored bucket with its measurements. It must not be compressed.
    BucketBuilder(const catalog::TimeSeriesShape& shape, bson::DocumentView bucket);
    /// A stored bucket of any version without its measurements: with its _id, start and meta.
    static BucketBuilder emptied(const catalog::TimeSeriesShape& shape, bson::DocumentView bucket);

    /// Adds a measurement, which must have a date at the time field. Does not check full() and
    /// inBucketSpan().
    void add(bson::DocumentView measurement);

    /// The bucket's start.
    bson::Date start() const { return m_start; }
    /// The number of measurements.
    std::size_t count() const { return m_count; }
    /// Whether a limit is reached.
    bool full() const { return m_count >= kMaxMeasurements || m_bytes >= kMaxBucketBytes; }
    /// The bucket's meta; Missing for none.
    bson::ValueView meta() const { return m_meta; }
    /// The bucket as it is stored.
    bson::Document document() const;

private:
    /// One field of the measurements.
    struct Column
    {
        std::string name;
        bson::Builder values; ///< row number → value; rows without the field are left out
        bson::Value min;
        bson::Value max;
    };

    void addValue(std::string_view field, std::string_view row, bson::ValueView value);
    /// The column of a field; added if it is new.
    Column& column(std::string_view field);

    std::string m_timeField;
    std::string m_metaField;
    bson::ObjectId m_id;
    bson::Date m_start;
    bson::Value m_meta;
    std::vector<Column> m_columns; // in order of appearance
    std::map<std::string, std::size_t, std::less<>> m_places; // name → index in m_columns
    std::size_t m_count = 0; // of measurements; also the next row number
    std::size_t m_bytes = 0; // of the measurements as they were inserted
};

} // namespace sandglass::engine::timeseries

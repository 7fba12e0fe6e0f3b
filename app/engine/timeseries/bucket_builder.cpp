// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/bucket_builder.h"

#include "app/bson/compare.h"

#include <limits>

namespace sandglass::engine::timeseries {

namespace {

constexpr std::int64_t kMillisPerSecond = 1000;

/// A new id with the bucket's start in its first four bytes. They hold the seconds of 1970 to 2106;
/// other starts wrap around, as in MongoDB.
bson::ObjectId idFor(bson::Date start)
{
    bson::ObjectId id = bson::ObjectId::generate();
    auto seconds = static_cast<std::uint32_t>(start.millis / kMillisPerSecond);
    constexpr std::uint32_t kByte = 256;
    for (std::size_t i = 4; i-- > 0; seconds /= kByte) {
        id.bytes[i] = static_cast<std::uint8_t>(seconds % kByte);
    }
    return id;
}

} // namespace

bson::Date bucketStart(bson::Date time, const catalog::TimeSeriesShape& shape)
{
    const std::int64_t step = shape.bucketRoundingSeconds * kMillisPerSecond;
    std::int64_t into = time.millis % step;
    // before 1970 the remainder is negative, and rounding would go up
    if (into < 0) {
        into += step;
    }
    // the first representable date has no earlier start
    constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
    return {time.millis < kFirst + into ? kFirst : time.millis - into};
}

bool inBucketSpan(bson::Date start, bson::Date time, const catalog::TimeSeriesShape& shape)
{
    if (time.millis < start.millis) {
        return false;
    }
    // unsigned: the distance between the first and the last date does not fit in an int64
    const auto distance
        = static_cast<std::uint64_t>(time.millis) - static_cast<std::uint64_t>(start.millis);
    return distance < static_cast<std::uint64_t>(shape.bucketMaxSpanSeconds * kMillisPerSecond);
}

BucketBuilder::BucketBuilder(const catalog::TimeSeriesShape& shape, bson::Date start,
                             bson::ValueView meta)
    : m_timeField(shape.timeField)
    , m_metaField(shape.metaField)
    , m_id(idFor(start))
    , m_start(start)
    , m_meta(meta)
{
}

BucketBuilder::BucketBuilder(const catalog::TimeSeriesShape& shape, bson::DocumentView bucket)
    : m_timeField(shape.timeField)
    , m_metaField(shape.metaField)
    , m_id(bucket["_id"].asObjectId())
    , m_meta(bucket["meta"])
    , m_bytes(bucket.size())
{
    const bson::DocumentView control = bucket["control"].asDocument();
    const bson::DocumentView min = control["min"].asDocument();
    const bson::DocumentView max = control["max"].asDocument();
    // document() writes the start as the minimum of the time field
    m_start = min[m_timeField].asDate();
    for (const bson::Element& element : bucket["data"].asDocument()) {
        Column& filled = column(element.key);
        filled.values.appendAll(element.value.asDocument());
        filled.min = bson::Value(min[element.key]);
        filled.max = bson::Value(max[element.key]);
    }
    // every measurement has a time, so only that column has all rows
    m_count = bucket["data"].asDocument()[m_timeField].asDocument().count();
}

BucketBuilder BucketBuilder::emptied(const catalog::TimeSeriesShape& shape,
                                     bson::DocumentView bucket)
{
    const bson::ValueView start
        = bucket["control"].asDocument()["min"].asDocument()[shape.timeField];
    BucketBuilder empty(shape, start.asDate(), bucket["meta"]);
    empty.m_id = bucket["_id"].asObjectId();
    return empty;
}

void BucketBuilder::add(bson::DocumentView measurement)
{
    const std::string row = std::to_string(m_count);
    // the time first, so that it is the first column of every bucket
    addValue(m_timeField, row, measurement[m_timeField]);
    for (const bson::Element& element : measurement) {
        if (element.key != m_timeField && (m_metaField.empty() || element.key != m_metaField)) {
            addValue(element.key, row, element.value);
        }
    }
    m_bytes += measurement.size();
    ++m_count;
}

void BucketBuilder::addValue(std::string_view field, std::string_view row, bson::ValueView value)
{
    Column& filled = column(field);
    filled.values.append(row, value);
    if (filled.min.isMissing() || bson::compare(value, filled.min) == std::strong_ordering::less) {
        filled.min = bson::Value(value);
    }
    if (filled.max.isMissing()
        || bson::compare(value, filled.max) == std::strong_ordering::greater) {
        filled.max = bson::Value(value);
    }
}

BucketBuilder::Column& BucketBuilder::column(std::string_view field)
{
    const auto found = m_places.find(field);
    if (found != m_places.end()) {
        return m_columns[found->second];
    }
    m_places.emplace(field, m_columns.size());
    m_columns.push_back({std::string(field), {}, {}, {}});
    return m_columns.back();
}

bson::Document BucketBuilder::document() const
{
    bson::Builder bucket;
    bucket.append("_id", m_id);
    bucket.beginDocument("control").append("version", 1);
    bucket.beginDocument("min");
    for (const Column& filled : m_columns) {
        // the rounded start, so that a later measurement before the first one still fits
        if (filled.name == m_timeField) {
            bucket.append(filled.name, m_start);
        } else {
            bucket.append(filled.name, filled.min);
        }
    }
    bucket.end().beginDocument("max");
    for (const Column& filled : m_columns) {
        bucket.append(filled.name, filled.max);
    }
    bucket.end().end();
    bucket.append("meta", m_meta);
    bucket.beginDocument("data");
    for (const Column& filled : m_columns) {
        bucket.append(filled.name, bson::Builder(filled.values).take());
    }
    return bucket.take();
}

} // namespace sandglass::engine::timeseries

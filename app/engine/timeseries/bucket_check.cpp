// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/bucket_check.h"

#include "app/engine/query/unpack_bucket.h"
#include "app/engine/timeseries/bucket_builder.h"
#include "app/protocol/server_code.h"

#include <charconv>
#include <cstdint>
#include <string>

namespace sandglass::engine::timeseries {

using catalog::TimeSeriesShape;
using protocol::commandError;
using protocol::ServerCode;

namespace {

Error noBucket()
{
    return commandError(ServerCode::DocumentValidationFailure, "Document failed validation");
}

Error contradiction(const std::string& what)
{
    return commandError(ServerCode::BadValue, "Invalid bucket: " + what);
}

bool isObject(bson::ValueView value)
{
    return value.type() == bson::Type::Document;
}

bool isControlField(const bson::Element& field)
{
    if (field.key == "closed") {
        return field.value.type() == bson::Type::Bool;
    }
    if (field.key == "count") {
        return field.value.isNumber() && field.value.toInt64() >= 1;
    }
    return field.key == "version" || field.key == "min" || field.key == "max";
}

bool isControl(bson::DocumentView control, const std::string& timeField)
{
    for (const bson::Element& field : control) {
        if (!isControlField(field)) {
            return false;
        }
    }
    const auto version = control["version"].toExactInt64().value_or(0);
    const bool counted = version == 1 || control.contains("count");
    return version >= 1 && version <= 3 && counted
        && control["min"].asDocument()[timeField].type() == bson::Type::Date
        && control["max"].asDocument()[timeField].type() == bson::Type::Date;
}

/// Whether a document has the parts of a bucket.
bool isBucket(bson::DocumentView bucket, const TimeSeriesShape& shape)
{
    for (const bson::Element& part : bucket) {
        const bool known = part.key == "_id" || part.key == "control" || part.key == "data"
            || (part.key == "meta" && !shape.metaField.empty());
        if (!known) {
            return false;
        }
    }
    return bucket["_id"].type() == bson::Type::ObjectId && isObject(bucket["control"])
        && isObject(bucket["data"]) && isControl(bucket["control"].asDocument(), shape.timeField);
}

/// The number of a row; -1 for any other name of a field.
std::int64_t rowNumber(std::string_view key)
{
    std::int64_t row = -1;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), row);
    const bool whole = error == std::errc() && end == key.data() + key.size();
    return whole && row >= 0 && std::to_string(row) == key ? row : -1;
}

/// Checks that the rows of a column ascend and have times. Readers walk through all columns at
/// once.
Result<void> checkRows(std::string_view name, bson::DocumentView column, bson::DocumentView times)
{
    auto time = times.begin();
    std::int64_t last = -1;
    for (const bson::Element& row : column) {
        const std::int64_t number = rowNumber(row.key);
        if (number <= last) {
            return contradiction("the rows of column '" + std::string(name) + "' do not ascend");
        }
        last = number;
        while (time != times.end() && rowNumber(time->key) < number) {
            ++time;
        }
        if (time == times.end() || time->key != row.key) {
            return contradiction("a row of column '" + std::string(name) + "' has no time");
        }
    }
    return {};
}

Result<void> checkTimes(bson::DocumentView times, bson::DocumentView control,
                        const TimeSeriesShape& shape)
{
    const bson::Date min = control["min"].asDocument()[shape.timeField].asDate();
    const bson::Date max = control["max"].asDocument()[shape.timeField].asDate();
    if (!inBucketSpan(min, max, shape)) {
        return contradiction("its times are further apart than the span of a bucket");
    }
    std::int64_t row = 0;
    for (const bson::Element& time : times) {
        // the next measurement that is inserted gets the number after the last
        if (rowNumber(time.key) != row++) {
            return contradiction("its times are not numbered from 0");
        }
        if (time.value.type() != bson::Type::Date) {
            return contradiction("a time that is no date");
        }
        const std::int64_t millis = time.value.asDate().millis;
        if (millis < min.millis || millis > max.millis) {
            return contradiction("a time outside of control.min and control.max");
        }
    }
    return {};
}

Result<void> checkColumns(bson::DocumentView bucket, const TimeSeriesShape& shape)
{
    const bson::DocumentView control = bucket["control"].asDocument();
    const bson::DocumentView data = bucket["data"].asDocument();
    const bson::DocumentView times = data[shape.timeField].asDocument();
    if (times.empty()) {
        return contradiction("it has no times");
    }
    const bson::ValueView count = control["count"];
    if (!count.isMissing() && std::cmp_not_equal(times.count(), count.toInt64())) {
        return contradiction("its count is not the number of its times");
    }
    for (const bson::Element& column : data) {
        if (!isObject(column.value)) {
            return noBucket();
        }
        TRY(checkRows(column.key, column.value.asDocument(), times));
    }
    return checkTimes(times, control, shape);
}

} // namespace

Result<void> checkBucket(bson::DocumentView bucket, const TimeSeriesShape& shape)
{
    if (!isBucket(bucket, shape)) {
        return noBucket();
    }
    if (!query::isCompressed(bucket)) {
        return checkColumns(bucket, shape);
    }
    auto unpacked = query::unpackedBucket(bucket);
    TRY(unpacked);
    return checkColumns(*unpacked, shape);
}

} // namespace sandglass::engine::timeseries

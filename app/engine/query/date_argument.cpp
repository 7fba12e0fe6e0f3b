// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/date_argument.h"

#include "app/engine/query/calendar.h"

namespace sandglass::engine::query {

std::optional<std::int64_t> dateMillis(bson::ValueView value)
{
    switch (value.type()) {
    case bson::Type::Date:
        return value.asDate().millis;
    case bson::Type::Timestamp:
        // the increment counts operations within the second, not time
        return std::int64_t{value.asTimestamp().seconds} * kMillisPerSecond;
    case bson::Type::ObjectId: {
        std::uint32_t seconds = 0;
        const bson::ObjectId id = value.asObjectId();
        // an ObjectId begins with its seconds, big endian
        for (std::size_t i = 0; i < 4; ++i) {
            seconds = (seconds << 8U) | id.bytes[i];
        }
        return std::int64_t{seconds} * kMillisPerSecond;
    }
    default:
        return std::nullopt;
    }
}

Result<std::int64_t> requireDate(const Arguments& arguments, std::size_t index)
{
    const std::optional<std::int64_t> millis = dateMillis(arguments[index]);
    if (!millis) {
        return expressionError(
            16006, "can't convert from BSON type " + typeText(arguments[index]) + " to Date");
    }
    return *millis;
}

Result<std::optional<TimeZone>> zoneArgument(const Arguments& arguments, std::size_t index)
{
    // UTC if there is no argument; a null one makes the operator's result null
    if (!arguments.given(index)) {
        return std::optional<TimeZone>(TimeZone());
    }
    const bson::ValueView name = arguments[index];
    if (name.isNullish()) {
        return std::optional<TimeZone>();
    }
    if (name.type() != bson::Type::String) {
        return expressionError(40517,
                               "timezone must evaluate to a string, found " + typeText(name));
    }
    Result<TimeZone> zone = TimeZone::find(name.asString());
    TRY(zone);
    return std::optional<TimeZone>(*zone);
}

Result<DateUnit> unitArgument(const Arguments& arguments, std::size_t index)
{
    const bson::ValueView name = arguments[index];
    if (name.type() != bson::Type::String) {
        return expressionError(5439013,
                               std::string(arguments.name())
                                   + " requires 'unit' to be a string, but got " + typeText(name));
    }
    const std::optional<DateUnit> unit = dateUnitFromName(name.asString());
    if (!unit) {
        return expressionError(9,
                               std::string(arguments.name())
                                   + " parameter 'unit' value parsing failed :: caused by :: "
                                     "unknown time unit value: "
                                   + std::string(name.asString()));
    }
    return *unit;
}

Result<std::optional<int>> weekStartArgument(const Arguments& arguments, std::size_t index,
                                             DateUnit unit)
{
    constexpr int kSunday = 7; // ISO 8601 numbers the days from Monday, 1
    if (unit != DateUnit::Week || !arguments.given(index)) {
        return std::optional(kSunday);
    }
    const bson::ValueView name = arguments[index];
    if (name.isNullish()) {
        return std::optional<int>();
    }
    if (name.type() != bson::Type::String) {
        return expressionError(5439015,
                               std::string(arguments.name())
                                   + " requires 'startOfWeek' to be a string, but got "
                                   + typeText(name));
    }
    std::optional<int> day = weekdayFromName(name.asString());
    if (!day) {
        return expressionError(5439016,
                               std::string(arguments.name())
                                   + " parameter 'startOfWeek' value cannot be recognized as a "
                                     "day of a week: "
                                   + std::string(name.asString()));
    }
    return day;
}

} // namespace sandglass::engine::query

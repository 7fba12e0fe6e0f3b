// SPDX-License-Identifier: GPL-3.0-or-later
// $dateAdd, $dateSubtract, $dateDiff, $dateTrunc.
#include "app/bson/json.h"
#include "app/engine/query/date_argument.h"
#include "app/engine/query/expression_table.h"

#include <array>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;

// True if an argument that was given is null: optional ones must not count when missing.
bool anyGivenNullish(const Arguments& arguments, std::initializer_list<std::size_t> indexes)
{
    for (const std::size_t index : indexes) {
        if (arguments.given(index) && arguments[index].isNullish()) {
            return true;
        }
    }
    return false;
}

Error notADate(const Arguments& arguments, const char* which, int code, ValueView value)
{
    return expressionError(code,
                           std::string(arguments.name()) + " requires '" + which
                               + "' to be a date, but got " + typeText(value));
}

Result<Operand> dateResult(const Result<std::int64_t>& millis)
{
    TRY(millis);
    return Operand::of(bson::Date{*millis});
}

// Null takes precedence over every wrong type, as in MongoDB; then the arguments are checked in the
// order start, unit, amount, zone, because only the first fault is reported.
Result<Operand> moved(const Arguments& arguments, bool backwards)
{
    if (anyGivenNullish(arguments, {0, 1, 2, 3})) {
        return Operand::null();
    }
    const std::optional<std::int64_t> start = dateMillis(arguments[0]);
    if (!start) {
        return notADate(arguments, "startDate", 5166403, arguments[0]);
    }
    const Result<DateUnit> unit = unitArgument(arguments, 1, 5166404);
    TRY(unit);
    const std::optional<std::int64_t> amount = arguments[2].toExactInt64();
    if (!amount) {
        return expressionError(
            5166405, std::string(arguments.name()) + " expects integer amount of time units");
    }
    // the smallest int64 has no opposite
    if (backwards && *amount == std::numeric_limits<std::int64_t>::min()) {
        return expressionError(
            6045000, "invalid $dateSubtract 'amount' parameter value: " + std::to_string(*amount));
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 3);
    TRY(zone);
    return dateResult(addToDate(*start, *unit, backwards ? -*amount : *amount, **zone));
}

Result<Operand> dateAdd(const Arguments& arguments)
{
    return moved(arguments, false);
}

Result<Operand> dateSubtract(const Arguments& arguments)
{
    return moved(arguments, true);
}

// Counts the unit borders between the two dates in the given zone, not elapsed time: from 23:59 to
// 00:01 is one day.
Result<Operand> dateDiff(const Arguments& arguments)
{
    if (anyGivenNullish(arguments, {0, 1, 2, 3})) {
        return Operand::null();
    }
    const std::optional<std::int64_t> start = dateMillis(arguments[0]);
    if (!start) {
        return notADate(arguments, "startDate", 5166307, arguments[0]);
    }
    const std::optional<std::int64_t> end = dateMillis(arguments[1]);
    if (!end) {
        return notADate(arguments, "endDate", 5166307, arguments[1]);
    }
    const Result<DateUnit> unit = unitArgument(arguments, 2, 5439013);
    TRY(unit);
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 3);
    TRY(zone);
    if (*unit == DateUnit::Week && anyGivenNullish(arguments, {4})) {
        return Operand::null();
    }
    // the start of the week matters only for weeks
    const Result<int> weekStart = *unit == DateUnit::Week ? weekStartArgument(arguments, 4) : 7;
    TRY(weekStart);
    const Result<std::int64_t> difference
        = dateDifference({*start, *end}, *unit, **zone, *weekStart);
    TRY(difference);
    return Operand::of(*difference);
}

// The number of units per bin; 1 when it is not given.
Result<std::int64_t> binSize(const Arguments& arguments, std::size_t index)
{
    if (!arguments.given(index)) {
        return 1;
    }
    const std::optional<std::int64_t> size = arguments[index].toExactInt64();
    if (!size) {
        return expressionError(5439017,
                               "$dateTrunc requires 'binSize' to be a 64-bit integer, but "
                               "got value '"
                                   + bson::toShellText(arguments[index]) + "' of type "
                                   + typeText(arguments[index]));
    }
    if (*size <= 0) {
        return expressionError(5439018,
                               "$dateTrunc requires 'binSize' to be greater than 0, but "
                               "got value "
                                   + std::to_string(*size));
    }
    return *size;
}

Result<Operand> dateTrunc(const Arguments& arguments)
{
    if (anyGivenNullish(arguments, {0, 1, 2, 3})) {
        return Operand::null();
    }
    const std::optional<std::int64_t> date = dateMillis(arguments[0]);
    if (!date) {
        return notADate(arguments, "date", 5439012, arguments[0]);
    }
    const Result<DateUnit> unit = unitArgument(arguments, 1, 5439013);
    TRY(unit);
    const Result<std::int64_t> size = binSize(arguments, 2);
    TRY(size);
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 3);
    TRY(zone);
    // Sunday, unless weeks are asked for
    DateBin bin{*unit, *size, 7};
    if (*unit == DateUnit::Week) {
        if (anyGivenNullish(arguments, {4})) {
            return Operand::null();
        }
        const Result<int> weekStart = weekStartArgument(arguments, 4);
        TRY(weekStart);
        bin.startOfWeek = *weekStart;
    }
    return dateResult(truncateDate(*date, bin, **zone));
}

constexpr std::array kMoveParameters{Parameter{"startDate", 5166402}, Parameter{"unit", 5166402},
                                     Parameter{"amount", 5166402}, Parameter{"timezone", 0}};
constexpr std::array kDiffParameters{Parameter{"startDate", 5166303}, Parameter{"endDate", 5166304},
                                     Parameter{"unit", 5166305}, Parameter{"timezone", 0},
                                     Parameter{"startOfWeek", 0}};
constexpr std::array kTruncParameters{Parameter{"date", 5439009}, Parameter{"unit", 5439010},
                                      Parameter{"binSize", 0}, Parameter{"timezone", 0},
                                      Parameter{"startOfWeek", 0}};

} // namespace

std::span<const NamedOperator> dateArithmeticOperators()
{
    static constexpr std::array kOperators{
        NamedOperator{"$dateAdd", kMoveParameters, 5166400, 5166401, dateAdd},
        NamedOperator{"$dateDiff", kDiffParameters, 5166301, 5166302, dateDiff},
        NamedOperator{"$dateSubtract", kMoveParameters, 5166400, 5166401, dateSubtract},
        NamedOperator{"$dateTrunc", kTruncParameters, 5439007, 5439008, dateTrunc},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

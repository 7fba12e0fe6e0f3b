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

Error notADate(const Arguments& arguments, const char* which, ValueView value)
{
    return expressionError(5166307,
                           std::string(arguments.name()) + " requires '" + which
                               + "' to be a date, but got " + typeText(value));
}

Result<Operand> dateResult(const Result<std::int64_t>& millis)
{
    TRY(millis);
    return Operand::of(bson::Date{*millis});
}

// In all four operators the arguments are looked at one after the other, and the first null or
// fault decides; the dates are converted last.
Result<Operand> moved(const Arguments& arguments, bool backwards)
{
    if (arguments[0].isNullish() || arguments[1].isNullish()) {
        return Operand::null();
    }
    const Result<DateUnit> unit = unitArgument(arguments, 1);
    TRY(unit);
    if (arguments[2].isNullish()) {
        return Operand::null();
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 3);
    TRY(zone);
    if (!*zone) {
        return Operand::null();
    }
    const std::optional<std::int64_t> start = dateMillis(arguments[0]);
    if (!start) {
        return expressionError(5166403,
                               std::string(arguments.name())
                                   + " requires startDate to be convertible to a date");
    }
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
    if (arguments[0].isNullish() || arguments[1].isNullish() || arguments[2].isNullish()) {
        return Operand::null();
    }
    const Result<DateUnit> unit = unitArgument(arguments, 2);
    TRY(unit);
    const Result<std::optional<int>> weekStart = weekStartArgument(arguments, 4, *unit);
    TRY(weekStart);
    if (!*weekStart) {
        return Operand::null();
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 3);
    TRY(zone);
    if (!*zone) {
        return Operand::null();
    }
    const std::optional<std::int64_t> start = dateMillis(arguments[0]);
    if (!start) {
        return notADate(arguments, "startDate", arguments[0]);
    }
    const std::optional<std::int64_t> end = dateMillis(arguments[1]);
    if (!end) {
        return notADate(arguments, "endDate", arguments[1]);
    }
    const Result<std::int64_t> difference
        = dateDifference({*start, *end}, *unit, **zone, **weekStart);
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
    const bool noSize = arguments.given(2) && arguments[2].isNullish();
    if (arguments[0].isNullish() || noSize) {
        return Operand::null();
    }
    const Result<std::int64_t> size = binSize(arguments, 2);
    TRY(size);
    if (arguments[1].isNullish()) {
        return Operand::null();
    }
    const Result<DateUnit> unit = unitArgument(arguments, 1);
    TRY(unit);
    const Result<std::optional<int>> weekStart = weekStartArgument(arguments, 4, *unit);
    TRY(weekStart);
    if (!*weekStart) {
        return Operand::null();
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 3);
    TRY(zone);
    if (!*zone) {
        return Operand::null();
    }
    const std::optional<std::int64_t> date = dateMillis(arguments[0]);
    if (!date) {
        return notADate(arguments, "date", arguments[0]);
    }
    return dateResult(truncateDate(*date, {*unit, *size, **weekStart}, **zone));
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
        NamedOperator{"$dateAdd", kMoveParameters, 5166400, unrecognized(5166401), dateAdd},
        NamedOperator{"$dateDiff", kDiffParameters, 5166301, unrecognized(5166302), dateDiff},
        NamedOperator{"$dateSubtract", kMoveParameters, 5166400, unrecognized(5166401),
                      dateSubtract},
        NamedOperator{"$dateTrunc", kTruncParameters, 5439007, unrecognized(5439008), dateTrunc},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

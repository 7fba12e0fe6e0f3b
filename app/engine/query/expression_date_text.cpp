// SPDX-License-Identifier: GPL-3.0-or-later
// $dateToString and $dateFromString.
#include "app/bson/json.h"
#include "app/engine/query/date_argument.h"
#include "app/engine/query/date_text.h"
#include "app/engine/query/expression_table.h"

#include <array>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// The argument at `index` if it was given, otherwise null.
Operand orNull(const Arguments& arguments, std::size_t index)
{
    return arguments.given(index) ? Operand::borrow(arguments[index]) : Operand::null();
}

Result<Operand> dateToString(const Arguments& arguments)
{
    const ValueView format = arguments[1];
    if (arguments.given(1) && !format.isNullish() && format.type() != Type::String) {
        return expressionError(18533,
                               "$dateToString requires that 'format' be a string, found: "
                                   + typeText(format) + " with value " + bson::toShellText(format));
    }
    if (!format.isNullish()) {
        TRY(checkDateFormat(format.asString(), kWrittenLetters));
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 2);
    TRY(zone);
    if (arguments[0].isNullish()) {
        return orNull(arguments, 3);
    }
    if (!*zone || (arguments.given(1) && format.isNullish())) {
        return Operand::null();
    }
    const Result<std::int64_t> millis = requireDate(arguments, 0);
    TRY(millis);
    // without a zone the text ends in Z
    std::string_view words = (*zone)->isUtc() ? "%Y-%m-%dT%H:%M:%S.%LZ" : "%Y-%m-%dT%H:%M:%S.%L";
    if (arguments.given(1)) {
        words = format.asString();
    }
    const Result<std::string> text = formatDate(*millis, words, **zone);
    TRY(text);
    return Operand::of(*text);
}

Result<std::int64_t> readDate(const Arguments& arguments, const std::optional<TimeZone>& zone)
{
    const ValueView text = arguments[0];
    if (text.type() != Type::String) {
        return expressionError(241,
                               "$dateFromString requires that 'dateString' be a string, found: "
                                   + typeText(text) + " with value " + bson::toShellText(text));
    }
    // a format is checked as a whole before the text is read
    if (arguments.given(1)) {
        return parseDate(text.asString(), arguments[1].asString(), *zone);
    }
    return parseDateText(text.asString(), *zone);
}

Result<Operand> dateFromString(const Arguments& arguments)
{
    const ValueView format = arguments[1];
    if (arguments.given(1) && !format.isNullish() && format.type() != Type::String) {
        return expressionError(40684,
                               "$dateFromString requires that 'format' be a string, found: "
                                   + typeText(format) + " with value " + bson::toShellText(format));
    }
    if (!format.isNullish()) {
        TRY(checkDateFormat(format.asString(), kReadLetters));
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 2);
    TRY(zone);
    if (arguments[0].isNullish()) {
        return orNull(arguments, 3);
    }
    const bool isText = arguments[0].type() == Type::String;
    if (isText && (!*zone || (arguments.given(1) && format.isNullish()))) {
        return Operand::null();
    }
    const Result<std::int64_t> millis = readDate(arguments, *zone);
    if (!millis) {
        constexpr int kConversionFailure = 241;
        // `onError` covers texts that cannot be parsed, not wrong types of other arguments
        if (arguments.given(4) && millis.error().serverCode == kConversionFailure) {
            return Operand::borrow(arguments[4]);
        }
        return millis.error();
    }
    return Operand::of(bson::Date{*millis});
}

constexpr std::array kToStringParameters{Parameter{"date", 18628}, Parameter{"format", 0},
                                         Parameter{"timezone", 0}, Parameter{"onNull", 0}};
constexpr std::array kFromParameters{Parameter{"dateString", 40542}, Parameter{"format", 0},
                                     Parameter{"timezone", 0}, Parameter{"onNull", 0},
                                     Parameter{"onError", 0}};

} // namespace

std::span<const NamedOperator> dateTextOperators()
{
    static constexpr std::array kOperators{
        NamedOperator{"$dateFromString", kFromParameters, 40540, unrecognized(40541),
                      dateFromString},
        NamedOperator{"$dateToString", kToStringParameters, 18629, unrecognized(18534),
                      dateToString},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

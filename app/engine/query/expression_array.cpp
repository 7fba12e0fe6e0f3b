// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on arrays: elements, slices, search, concatenation.
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/long_arrays.h"
#include "app/engine/query/loop_guard.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// The number as an int32; nullopt if it has a fraction or does not fit.
std::optional<std::int32_t> exactInt32(ValueView number)
{
    const std::optional<std::int64_t> whole = number.toExactInt64();
    if (!whole || *whole < std::numeric_limits<std::int32_t>::min()
        || *whole > std::numeric_limits<std::int32_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::int32_t>(*whole);
}

Result<Operand> size(const Arguments& arguments)
{
    if (arguments[0].type() != Type::Array) {
        return expressionError(17124,
                               "The argument to $size must be an array, but was of type: "
                                   + typeText(arguments[0]));
    }
    return Operand::of(static_cast<std::int32_t>(arguments[0].asDocument().count()));
}

// The element at a position; negative ones count from the end. Missing if there is none.
Operand elementAt(ValueView array, std::int64_t position)
{
    const bson::DocumentView elements = array.asDocument();
    if (position < 0) {
        position += static_cast<std::int64_t>(elements.count());
    }
    if (position < 0) {
        return {};
    }
    for (const bson::Element& element : elements) {
        if (position-- == 0) {
            return Operand::borrow(element.value);
        }
    }
    return {};
}

Result<Operand> arrayElemAt(const Arguments& arguments)
{
    const ValueView array = arguments[0];
    const ValueView position = arguments[1];
    if (array.isNullish() || position.isNullish()) {
        return Operand::null();
    }
    if (array.type() != Type::Array) {
        return expressionError(
            28689, "$arrayElemAt's first argument must be an array, but is " + typeText(array));
    }
    if (!position.isNumber()) {
        return expressionError(28690,
                               "$arrayElemAt's second argument must be a numeric value, "
                               "but is "
                                   + typeText(position));
    }
    // as in MongoDB, positions have 32 bits
    const std::optional<std::int32_t> index = exactInt32(position);
    if (!index) {
        return expressionError(28691,
                               "$arrayElemAt's second argument must be representable as a 32-bit "
                               "integer: "
                                   + bson::toShellText(position));
    }
    return elementAt(array, *index);
}

// $first and $last.
Result<Operand> endElement(const Arguments& arguments, std::int64_t position)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Array) {
        return expressionError(28689,
                               std::string(arguments.name())
                                   + "'s argument must be an array, but is "
                                   + typeText(arguments[0]));
    }
    return elementAt(arguments[0], position);
}

Result<Operand> first(const Arguments& arguments)
{
    return endElement(arguments, 0);
}

Result<Operand> last(const Arguments& arguments)
{
    return endElement(arguments, -1);
}

Result<Operand> in(const Arguments& arguments)
{
    if (arguments[1].type() != Type::Array) {
        return expressionError(
            40081, "$in requires an array as a second argument, found: " + typeText(arguments[1]));
    }
    for (const bson::Element& element : arguments[1].asDocument()) {
        TRY(countValue(element.value));
        if (bson::equal(arguments[0], element.value, arguments.collation())) {
            return Operand::of(true);
        }
    }
    return Operand::of(false);
}

Result<Operand> concatArrays(const Arguments& arguments)
{
    bson::Builder joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        // what follows is not looked at
        if (arguments[i].isNullish()) {
            return Operand::null();
        }
        if (arguments[i].type() != Type::Array) {
            return expressionError(
                28664, "$concatArrays only supports arrays, not " + typeText(arguments[i]));
        }
        for (const bson::Element& element : arguments[i].asDocument()) {
            TRY(countValue(element.value));
            joined.push(element.value);
        }
        TRY(checkComputedSize(joined.size()));
    }
    return Operand::array(joined.take());
}

Result<Operand> reverseArray(const Arguments& arguments)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Array) {
        return expressionError(34435,
                               "The argument to $reverseArray must be an array, but was of type: "
                                   + typeText(arguments[0]));
    }
    Result<std::vector<ValueView>> elements = elementsOf(arguments[0]);
    TRY(elements);
    std::reverse(elements->begin(), elements->end());
    return arrayOfElements(*elements);
}

Result<std::int32_t> sliceNumber(ValueView number, bool second)
{
    const std::string which = second ? "Second" : "Third";
    if (!number.isNumber()) {
        return expressionError(second ? 28725 : 28727,
                               which
                                   + " argument to $slice must be a numeric value, but is of type: "
                                   + typeText(number));
    }
    const std::optional<std::int32_t> whole = exactInt32(number);
    if (!whole) {
        return expressionError(second ? 28726 : 28728,
                               which
                                   + " argument to $slice can't be represented as a 32-bit "
                                     "integer: "
                                   + bson::toShellText(number));
    }
    return *whole;
}

Result<Operand> slice(const Arguments& arguments)
{
    if (arguments[0].isNullish() || arguments[1].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Array) {
        return expressionError(28724,
                               "First argument to $slice must be an array, but is of type: "
                                   + typeText(arguments[0]));
    }
    const Result<std::int32_t> second = sliceNumber(arguments[1], true);
    TRY(second);
    const Result<std::vector<ValueView>> elements = elementsOf(arguments[0]);
    TRY(elements);
    const auto total = static_cast<std::int64_t>(elements->size());
    std::int64_t start = 0;
    std::int64_t count = *second;
    if (arguments.size() == 3) {
        if (arguments[2].isNullish()) {
            return Operand::null();
        }
        const Result<std::int32_t> third = sliceNumber(arguments[2], false);
        TRY(third);
        if (*third <= 0) {
            return expressionError(
                28729, "Third argument to $slice must be positive: " + std::to_string(*third));
        }
        // a negative position counts from the end and stops at the start
        start = *second < 0 ? std::max<std::int64_t>(0, total + *second) : *second;
        count = *third;
    } else if (*second < 0) {
        // one negative argument: that many elements from the end
        start = std::max<std::int64_t>(0, total + *second);
        count = total - start;
    }
    start = std::min(start, total);
    const std::int64_t end = std::min(total, start + count);
    return arrayOfElements({elements->begin() + start, elements->begin() + end});
}

/// What the messages about one argument of $range say.
struct RangeCodes
{
    const char* word;
    int notNumber;
    int notInt32;
};

Result<std::int32_t> rangeNumber(ValueView number, const RangeCodes& codes)
{
    if (!number.isNumber()) {
        return expressionError(codes.notNumber,
                               std::string("$range requires a numeric ") + codes.word
                                   + " value, found value of type:" + typeText(number));
    }
    const std::optional<std::int32_t> whole = exactInt32(number);
    if (!whole) {
        return expressionError(codes.notInt32,
                               std::string("$range requires a ") + codes.word
                                   + " value that can be represented as a 32-bit integer, found "
                                     "value: "
                                   + bson::toShellText(number));
    }
    return *whole;
}

Result<Operand> range(const Arguments& arguments)
{
    const Result<std::int32_t> start = rangeNumber(arguments[0], {"starting", 34443, 34444});
    TRY(start);
    const Result<std::int32_t> end = rangeNumber(arguments[1], {"ending", 34445, 34446});
    TRY(end);
    std::int64_t step = 1;
    if (arguments.size() == 3) {
        const Result<std::int32_t> given = rangeNumber(arguments[2], {"step", 34447, 34448});
        TRY(given);
        if (*given == 0) {
            return expressionError(34449, "$range requires a non-zero step value");
        }
        step = *given;
    }
    // about as many as MongoDB's memory limit allows
    constexpr std::int64_t kMostElements = 4'000'000;
    // a range in the wrong direction is negative here and gives no elements
    if ((std::int64_t{*end} - *start) / step > kMostElements) {
        return expressionError(146, "$range would use too much memory");
    }
    bson::Builder numbers;
    for (std::int64_t at = *start; step > 0 ? at < *end : at > *end; at += step) {
        TRY(LoopGuard::work(1));
        numbers.push(static_cast<std::int32_t>(at));
    }
    return Operand::array(numbers.take());
}

Result<std::int64_t> searchBound(ValueView bound, const char* which)
{
    const std::optional<std::int32_t> whole = exactInt32(bound);
    if (!whole) {
        return expressionError(9711600,
                               std::string("$indexOfArrayrequires an integral ") + which
                                   + " index, found a value of type: " + typeText(bound)
                                   + ", with value: \"" + bson::toShellText(bound) + "\"");
    }
    if (*whole < 0) {
        return expressionError(9711601,
                               std::string("$indexOfArray requires a nonnegative ") + which
                                   + " index, found: " + std::to_string(*whole));
    }
    return *whole;
}

Result<Operand> indexOfArray(const Arguments& arguments)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Array) {
        return expressionError(40090,
                               "$indexOfArray requires an array as a first argument, found: "
                                   + typeText(arguments[0]));
    }
    std::int64_t from = 0;
    std::int64_t to = std::numeric_limits<std::int64_t>::max();
    if (arguments.size() > 2) {
        const Result<std::int64_t> given = searchBound(arguments[2], "starting");
        TRY(given);
        from = *given;
    }
    if (arguments.size() > 3) {
        const Result<std::int64_t> given = searchBound(arguments[3], "ending");
        TRY(given);
        to = *given;
    }
    std::int64_t at = 0;
    for (const bson::Element& element : arguments[0].asDocument()) {
        TRY(countValue(element.value));
        // the end is exclusive
        if (at >= from && at < to
            && bson::equal(element.value, arguments[1], arguments.collation())) {
            return Operand::of(static_cast<std::int32_t>(at));
        }
        ++at;
    }
    return Operand::of(std::int32_t{-1});
}

// An array that is known has its own code for a wrong type. Null is left to the call.
Result<void> checkSearchedArray(std::span<const NodePtr> arguments)
{
    const bson::Value* array = arguments.front()->constant();
    const bool others = std::all_of(arguments.begin() + 1, arguments.end(),
                                    [](const NodePtr& n) { return n->constant() != nullptr; });
    if (array != nullptr && !others && !array->view().isNullish() && array->type() != Type::Array) {
        return expressionError(50809,
                               "First operand of $indexOfArray must be an array. First argument is "
                               "of type: "
                                   + typeText(*array));
    }
    return {};
}

} // namespace

std::span<const ListOperator> arrayOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$arrayElemAt", 2, 2, arrayElemAt},
        ListOperator{"$concatArrays", 0, kAnyNumber, concatArrays},
        ListOperator{"$first", 1, 1, first},
        ListOperator{"$in", 2, 2, in},
        ListOperator{"$indexOfArray", 2, 4, indexOfArray, 0, checkSearchedArray},
        ListOperator{"$last", 1, 1, last},
        ListOperator{"$range", 2, 3, range},
        ListOperator{"$reverseArray", 1, 1, reverseArray},
        ListOperator{"$size", 1, 1, size},
        ListOperator{"$slice", 2, 3, slice},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

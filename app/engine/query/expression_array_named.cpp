// SPDX-License-Identifier: GPL-3.0-or-later
// $sortArray, $zip, $firstN, $lastN, $minN, $maxN.
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/element_order.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/long_arrays.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/sort_projection.h"

#include <algorithm>
#include <array>
#include <compare>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using Values = std::vector<ValueView>;

// Sorts documents by fields.
Result<Operand> sortedByFields(Values elements, bson::DocumentView order,
                               const bson::Collation* collation)
{
    // the node of the call owns the collation and outlives the sort
    const Result<Sort> sort
        = Sort::parse(order, bson::CollationPtr(bson::CollationPtr(), collation));
    TRY(sort);
    // equal elements keep their order
    TRY(sortValues(elements, [&](ValueView left, ValueView right) {
        return std::is_lt(compareElements(*sort, left, right));
    }));
    return arrayOfElements(elements);
}

// The order is no expression: its keys are dotted paths.
Result<NodePtr> parseSortBy(ValueView by, ExpressionParser& /*parser*/)
{
    if (by.type() == Type::Document) {
        const Result<Sort> sort = Sort::parse(by.asDocument());
        return sort ? Result<NodePtr>(constantNode(bson::Value(by)))
                    : expressionError(2942505, sort.error().message);
    }
    if (!by.isNumber()) {
        return expressionError(2942507, "The $sort element value must be either 1 or -1");
    }
    const std::optional<std::int64_t> direction = by.toExactInt64();
    if (!direction || (*direction != 1 && *direction != -1)) {
        return expressionError(2942506, "The $sort element value must be either 1 or -1");
    }
    return constantNode(bson::Value(by));
}

Result<Operand> sortArray(const Arguments& arguments)
{
    const ValueView input = arguments[0];
    const ValueView by = arguments[1];
    if (input.isNullish()) {
        return Operand::null();
    }
    if (input.type() != Type::Array) {
        return expressionError(2942504,
                               "The input argument to $sortArray must be an array, but was of "
                               "type: "
                                   + typeText(input));
    }
    Result<Values> elements = elementsOf(input);
    TRY(elements);
    if (by.type() == Type::Document) {
        return sortedByFields(std::move(*elements), by.asDocument(), arguments.collation());
    }
    const bool ascending = by.toInt64() == 1;
    TRY(sortValues(*elements, [&](ValueView left, ValueView right) {
        const auto order = bson::compare(left, right, arguments.collation());
        return ascending ? std::is_lt(order) : std::is_gt(order);
    }));
    return arrayOfElements(*elements);
}

// The arrays; nullopt when one is null, and then what follows it is not looked at.
Result<std::optional<std::vector<Values>>> zipInputs(ValueView inputs)
{
    std::vector<Values> rows;
    for (const bson::Element& element : inputs.asDocument()) {
        if (element.value.isNullish()) {
            return std::optional<std::vector<Values>>();
        }
        if (element.value.type() != Type::Array) {
            return expressionError(
                34468, "$zip found a non-array expression in input: " + typeText(element.value));
        }
        Result<Values> row = elementsOf(element.value);
        TRY(row);
        rows.push_back(std::move(*row));
    }
    return std::optional(std::move(rows));
}

Result<NodePtr> parseZipInputs(ValueView inputs, ExpressionParser& parser)
{
    if (inputs.type() != Type::Array) {
        return expressionError(34461,
                               "inputs must be an array of expressions, found " + typeText(inputs));
    }
    return parser.parse(inputs);
}

Result<NodePtr> parseZipDefaults(ValueView defaults, ExpressionParser& parser)
{
    if (defaults.type() != Type::Array) {
        return expressionError(
            34462, "defaults must be an array of expressions, found " + typeText(defaults));
    }
    return parser.parse(defaults);
}

Result<NodePtr> parseZipLongest(ValueView longest, ExpressionParser& /*parser*/)
{
    if (longest.type() != Type::Bool) {
        return expressionError(34463,
                               "useLongestLength must be a bool, found " + typeText(longest));
    }
    return constantNode(bson::Value(longest));
}

Result<Operand> zip(const Arguments& arguments)
{
    const ValueView inputs = arguments[0];
    const bool longest = arguments[1].toBool();
    if (arguments.given(2) && !longest) {
        return expressionError(34466, "cannot specify defaults unless useLongestLength is true");
    }
    if (inputs.asDocument().empty()) {
        return expressionError(34465, "$zip requires at least one input array");
    }
    const Result<std::optional<std::vector<Values>>> read = zipInputs(inputs);
    TRY(read);
    if (!*read) {
        return Operand::null();
    }
    const std::vector<Values>& rows = **read;
    // `defaults` has one value per input, for the shorter arrays
    const Values defaults = arguments[2].asDocument().values();
    if (arguments.given(2) && defaults.size() != rows.size()) {
        return expressionError(34467, "defaults and inputs must have the same length");
    }
    // the shortest array decides unless useLongestLength is set
    std::size_t length = rows.front().size();
    for (const Values& row : rows) {
        length = longest ? std::max(length, row.size()) : std::min(length, row.size());
    }
    bson::Builder zipped;
    for (std::size_t i = 0; i < length; ++i) {
        zipped.pushArray();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            TRY(LoopGuard::work(1));
            if (i < rows[row].size()) {
                zipped.push(rows[row][i]);
            } else if (row < defaults.size()) {
                zipped.push(defaults[row]);
            } else {
                zipped.pushNull();
            }
        }
        zipped.end();
    }
    return Operand::array(zipped.take());
}

// One implementation of the four operators that return n elements, distinguished by the name.
Result<Operand> someOf(const Arguments& arguments)
{
    if (arguments[0].isNumber()) {
        TRY(coercedToInt64(arguments[0]));
    }
    const std::optional<std::int64_t> count = arguments[0].toExactInt64();
    if (!count) {
        return expressionError(arguments[0].isNumber() ? 5787903 : 5787902,
                               "Value for 'n' must be of integral type, but found "
                                   + bson::toShellText(arguments[0]));
    }
    if (*count < 1) {
        return expressionError(5787908,
                               "'n' must be greater than 0, found " + std::to_string(*count));
    }
    if (arguments[1].type() != Type::Array) {
        return expressionError(5788200, "Input must be an array");
    }
    Result<Values> read = elementsOf(arguments[1]);
    TRY(read);
    Values& elements = *read;
    // $firstN and $lastN keep null; $minN and $maxN ignore it
    const std::string_view name = arguments.name();
    if (name == "$minN" || name == "$maxN") {
        std::erase_if(elements, [](ValueView value) { return value.isNullish(); });
        TRY(sortValues(elements, [&](ValueView left, ValueView right) {
            const auto order = bson::compare(left, right, arguments.collation());
            return name == "$minN" ? std::is_lt(order) : std::is_gt(order);
        }));
    }
    // fewer elements than asked for are no error
    const std::size_t kept = std::min(elements.size(), static_cast<std::size_t>(*count));
    if (name == "$lastN") {
        elements.erase(elements.begin(), elements.end() - static_cast<std::ptrdiff_t>(kept));
    }
    elements.resize(kept);
    return arrayOfElements(elements);
}

// With MongoDB's codes for a missing argument; 0: optional.
constexpr std::array kSortArrayParameters{Parameter{"input", 2942502},
                                          Parameter{"sortBy", 2942503, parseSortBy}};
constexpr std::array kZipParameters{Parameter{"inputs", 34465, parseZipInputs},
                                    Parameter{"useLongestLength", 0, parseZipLongest},
                                    Parameter{"defaults", 0, parseZipDefaults}};
constexpr std::array kSomeParameters{Parameter{"n", 5787906}, Parameter{"input", 5787907}};

} // namespace

std::span<const NamedOperator> arrayNamedOperators()
{
    constexpr UnknownArgument kUnknown{5787901, UnknownArgument::Words::OfN};
    static constexpr std::array kOperators{
        NamedOperator{"$firstN", kSomeParameters, 5787801, kUnknown, someOf},
        NamedOperator{"$lastN", kSomeParameters, 5787801, kUnknown, someOf},
        NamedOperator{"$maxN", kSomeParameters, 5787900, kUnknown, someOf},
        NamedOperator{"$minN", kSomeParameters, 5787900, kUnknown, someOf},
        NamedOperator{"$sortArray", kSortArrayParameters, 2942500, 2942501, sortArray},
        NamedOperator{"$zip", kZipParameters, 34460, 34464, zip},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

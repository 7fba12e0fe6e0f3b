// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on strings: $concat, case, lengths, parts and positions.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/text_search.h"
#include "app/engine/query/utf8.h"
#include "app/engine/query/value_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// The text of a value: numbers and dates as text, null as "".
Result<std::string> coerced(ValueView value)
{
    if (value.isNullish()) {
        return std::string();
    }
    if (value.type() == Type::Double) {
        // 16 digits, unlike $toString
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "%.16g", value.asDouble());
        return std::string(text.data());
    }
    if (std::optional<std::string> text = scalarText(value);
        // MongoDB does not convert these two here, although it could
        text && value.type() != Type::Bool && value.type() != Type::ObjectId) {
        return std::move(*text);
    }
    return expressionError(16007, "can't convert from BSON type " + typeText(value) + " to String");
}

Result<Operand> concat(const Arguments& arguments)
{
    std::string joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        // what follows is not looked at
        if (arguments[i].isNullish()) {
            return Operand::null();
        }
        if (arguments[i].type() != Type::String) {
            return expressionError(16702,
                                   "$concat only supports strings, not " + typeText(arguments[i]));
        }
        joined += arguments[i].asString();
        TRY(checkComputedSize(joined.size()));
    }
    return Operand::of(joined);
}

// ASCII only, as in MongoDB, whatever the locale
char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

Result<Operand> changedCase(const Arguments& arguments, char (*change)(char))
{
    Result<std::string> text = coerced(arguments[0]);
    TRY(text);
    std::transform(text->begin(), text->end(), text->begin(), change);
    return Operand::of(*text);
}

Result<Operand> toLower(const Arguments& arguments)
{
    return changedCase(arguments, lower);
}

Result<Operand> toUpper(const Arguments& arguments)
{
    return changedCase(arguments, upper);
}

Result<Operand> caselessCompare(const Arguments& arguments)
{
    Result<std::string> left = coerced(arguments[0]);
    TRY(left);
    Result<std::string> right = coerced(arguments[1]);
    TRY(right);
    // upper case: '_' sorts between the cases
    std::transform(left->begin(), left->end(), left->begin(), upper);
    std::transform(right->begin(), right->end(), right->begin(), upper);
    const int order = left->compare(*right);
    return Operand::of(std::int32_t{order < 0 ? -1 : (order > 0 ? 1 : 0)});
}

// The two lengths refuse null, unlike most operators, which return null for it.
Result<Operand> lengthInBytes(const Arguments& arguments)
{
    if (arguments[0].type() != Type::String) {
        return expressionError(
            34473, "$strLenBytes requires a string argument, found: " + typeText(arguments[0]));
    }
    return Operand::of(static_cast<std::int32_t>(arguments[0].asString().size()));
}

Result<Operand> lengthInCharacters(const Arguments& arguments)
{
    if (arguments[0].type() != Type::String) {
        return expressionError(
            34471, "$strLenCP requires a string argument, found: " + typeText(arguments[0]));
    }
    return Operand::of(static_cast<std::int32_t>(utf8Length(arguments[0].asString())));
}

Result<Operand> substringOfBytes(const Arguments& arguments)
{
    const std::string name = "$substrBytes:  ";
    const Result<std::string> text = coerced(arguments[0]);
    TRY(text);
    if (!arguments[1].isNumber()) {
        return expressionError(16034,
                               name + "starting index must be a numeric type (is BSON type "
                                   + typeText(arguments[1]) + ")");
    }
    if (!arguments[2].isNumber()) {
        return expressionError(16035,
                               name + "length must be a numeric type (is BSON type "
                                   + typeText(arguments[2]) + ")");
    }
    const Result<std::int64_t> first = coercedToInt64(arguments[1]);
    TRY(first);
    if (*first < 0) {
        return expressionError(
            50752,
            name + "starting index must be non-negative (got: " + std::to_string(*first) + ")");
    }
    const Result<std::int64_t> given = coercedToInt64(arguments[2]);
    TRY(given);
    const auto start = static_cast<std::size_t>(*first);
    if (start >= text->size()) {
        return Operand::of(std::string_view());
    }
    const std::int64_t wanted = *given;
    const std::size_t rest = text->size() - start;
    // a negative length means: to the end
    const std::size_t length = wanted < 0 ? rest : std::min(rest, static_cast<std::size_t>(wanted));
    // the cut must not split a character
    if (isUtf8Continuation((*text)[start])) {
        return expressionError(28656,
                               name
                                   + "Invalid range, starting index is a UTF-8 "
                                     "continuation byte.");
    }
    if (start + length < text->size() && isUtf8Continuation((*text)[start + length])) {
        return expressionError(28657,
                               name
                                   + "Invalid range, ending index is in the middle of a "
                                     "UTF-8 character.");
    }
    return Operand::of(std::string_view(*text).substr(start, length));
}

Result<Operand> substringOfCharacters(const Arguments& arguments)
{
    const Result<std::string> text = coerced(arguments[0]);
    TRY(text);
    const std::string name = "$substrCP: ";
    for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
        const bool first = i == 1;
        const std::string what = first ? "starting index" : "length";
        if (!arguments[i].isNumber()) {
            return expressionError(first ? 34450 : 34452,
                                   name + what + " must be a numeric type (is BSON type "
                                       + typeText(arguments[i]) + ")");
        }
        const std::optional<std::int64_t> whole = arguments[i].toExactInt64();
        // MongoDB limits both to 32 bits
        if (!whole || *whole > std::numeric_limits<std::int32_t>::max()
            || *whole < std::numeric_limits<std::int32_t>::min()) {
            return expressionError(first ? 34451 : 34453,
                                   name + what
                                       + " cannot be represented as a 32-bit integral "
                                         "value: "
                                       + bson::toShellText(arguments[i]));
        }
    }
    if (arguments[2].toInt64() < 0) {
        return expressionError(34454, name + "length must be a nonnegative integer.");
    }
    if (arguments[1].toInt64() < 0) {
        return expressionError(34455, name + "the starting index must be nonnegative integer.");
    }
    // utf8Offset() ends at the end of the text, so a range beyond it gives an empty or shorter part
    const std::string_view all = *text;
    const std::string_view tail
        = all.substr(utf8Offset(all, static_cast<std::size_t>(arguments[1].toInt64())));
    return Operand::of(
        tail.substr(0, utf8Offset(tail, static_cast<std::size_t>(arguments[2].toInt64()))));
}

Result<Operand> split(const Arguments& arguments)
{
    if (arguments[0].isNullish() || arguments[1].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::String) {
        return expressionError(40085,
                               "$split requires an expression that evaluates to a string "
                               "as a first argument, found: "
                                   + typeText(arguments[0]));
    }
    if (arguments[1].type() != Type::String) {
        return expressionError(10503900,
                               "$split requires an expression that evaluates to a "
                               "string as a second argument, found: "
                                   + typeText(arguments[1]));
    }
    const std::string_view text = arguments[0].asString();
    const std::string_view separator = arguments[1].asString();
    if (separator.empty()) {
        return expressionError(40087, "$split requires a non-empty separator");
    }
    const Result<TextSearch> search = TextSearch::of(text, separator);
    TRY(search);
    bson::Builder parts;
    const Result<std::string_view> rest
        = search->divideText(TextSearch::kNone, [&parts](std::string_view part) {
              parts.push(part);
              return checkComputedSize(parts.size());
          });
    TRY(rest);
    // a separator at the end gives an empty last part
    parts.push(*rest);
    return Operand::array(parts.take());
}

// What differs between the operators on bytes and on characters.
struct SearchWords
{
    const char* name;
    int textCode;
    int tokenCode;
    std::size_t (*length)(std::string_view text);
};

// The start or the end of a search, from the argument at `index`; `standard` when there is none.
Result<std::int64_t> searchBound(const Arguments& arguments, std::size_t index,
                                 std::int64_t standard)
{
    if (index >= arguments.size()) {
        return standard;
    }
    const char* which = index == 2 ? "starting" : "ending";
    const std::string name(arguments.name());
    const std::optional<std::int64_t> whole = arguments[index].toExactInt64();
    if (!whole || *whole > std::numeric_limits<std::int32_t>::max()) {
        return expressionError(40096,
                               name + " requires an integral " + which
                                   + " index, found a value of type: " + typeText(arguments[index])
                                   + ", with value: \"" + bson::toShellText(arguments[index])
                                   + "\"");
    }
    if (*whole < 0) {
        return expressionError(40097,
                               name + " requires a nonnegative " + which
                                   + " index, found: " + std::to_string(*whole));
    }
    return *whole;
}

// As text.find(token, from). Errors: those of the LoopGuard.
Result<std::size_t> positionOf(std::string_view token, std::string_view text, std::size_t from)
{
    const Result<TextSearch> search = TextSearch::of(text, token);
    TRY(search);
    return search->find(from);
}

// `characters`: positions count characters, otherwise bytes. The search itself works on bytes.
Result<Operand> position(const Arguments& arguments, const SearchWords& words, bool characters)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::String) {
        return expressionError(words.textCode,
                               std::string(words.name)
                                   + " requires a string as the first argument, found: "
                                   + typeText(arguments[0]));
    }
    if (arguments[1].type() != Type::String) {
        return expressionError(words.tokenCode,
                               std::string(words.name)
                                   + " requires a string as the second argument, found: "
                                   + typeText(arguments[1]));
    }
    const std::string_view text = arguments[0].asString();
    const auto length = static_cast<std::int64_t>(words.length(text));
    const Result<std::int64_t> from = searchBound(arguments, 2, 0);
    TRY(from);
    const Result<std::int64_t> to = searchBound(arguments, 3, length);
    TRY(to);
    const std::int64_t end = std::min(*to, length);
    // MongoDB returns -1, not an error
    if (*from > end) {
        return Operand::of(std::int32_t{-1});
    }
    const std::string_view token = arguments[1].asString();
    const auto start = static_cast<std::size_t>(*from);
    std::size_t found = TextSearch::kNone;
    if (!characters) {
        const Result<std::size_t> at
            = positionOf(token, text.substr(0, static_cast<std::size_t>(end)), start);
        TRY(at);
        found = *at;
    } else if (*from < end || (text.empty() && token.empty())) {
        const Result<std::size_t> at = positionOf(token, text, utf8Offset(text, start));
        TRY(at);
        // only its first character must stand before the end
        const bool inside = *at == 0 || *at < utf8Offset(text, static_cast<std::size_t>(end));
        found = inside ? *at : TextSearch::kNone;
    }
    if (found == TextSearch::kNone) {
        return Operand::of(std::int32_t{-1});
    }
    // counts in the unit of the operator
    return Operand::of(static_cast<std::int32_t>(words.length(text.substr(0, found))));
}

Result<Operand> indexOfBytes(const Arguments& arguments)
{
    static constexpr SearchWords kWords{"$indexOfBytes", 40091, 40092,
                                        [](std::string_view text) { return text.size(); }};
    return position(arguments, kWords, false);
}

Result<Operand> indexOfCharacters(const Arguments& arguments)
{
    static constexpr SearchWords kWords{"$indexOfCP", 40093, 40094, utf8Length};
    return position(arguments, kWords, true);
}

} // namespace

std::span<const ListOperator> stringOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$concat", 0, kAnyNumber, concat},
        ListOperator{"$indexOfBytes", 2, 4, indexOfBytes},
        ListOperator{"$indexOfCP", 2, 4, indexOfCharacters},
        ListOperator{"$split", 2, 2, split},
        ListOperator{"$strLenBytes", 1, 1, lengthInBytes},
        ListOperator{"$strLenCP", 1, 1, lengthInCharacters},
        ListOperator{"$strcasecmp", 2, 2, caselessCompare},
        ListOperator{"$substr", 3, 3, substringOfBytes},
        ListOperator{"$substrBytes", 3, 3, substringOfBytes},
        ListOperator{"$substrCP", 3, 3, substringOfCharacters},
        ListOperator{"$toLower", 1, 1, toLower},
        ListOperator{"$toUpper", 1, 1, toUpper},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
// $trim, $ltrim, $rtrim, $replaceOne, $replaceAll.
#include "app/engine/query/expression_table.h"
#include "app/engine/query/utf8.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// What $trim removes by default: NUL and Unicode white space.
constexpr std::array<std::string_view, 19> kWhiteSpace{std::string_view("\0", 1),
                                                       " ",
                                                       "\t",
                                                       "\n",
                                                       "\v",
                                                       "\f",
                                                       "\r",
                                                       "\u00a0",
                                                       "\u1680",
                                                       "\u2000",
                                                       "\u2001",
                                                       "\u2002",
                                                       "\u2003",
                                                       "\u2004",
                                                       "\u2005",
                                                       "\u2006",
                                                       "\u2007",
                                                       "\u2008",
                                                       "\u2009"};
constexpr std::string_view kHairSpace = "\u200a";

// The characters of a UTF-8 text.
std::vector<std::string_view> charactersOf(std::string_view text)
{
    std::vector<std::string_view> characters;
    while (!text.empty()) {
        const std::size_t length = utf8Offset(text, 1);
        characters.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return characters;
}

std::string_view trimmedFront(std::string_view text, const std::vector<std::string_view>& unwanted)
{
    while (!text.empty()) {
        const std::string_view first = text.substr(0, utf8Offset(text, 1));
        if (std::find(unwanted.begin(), unwanted.end(), first) == unwanted.end()) {
            break;
        }
        text.remove_prefix(first.size());
    }
    return text;
}

std::string_view trimmedBack(std::string_view text, const std::vector<std::string_view>& unwanted)
{
    while (!text.empty()) {
        // back to the first byte of the last character
        std::size_t start = text.size() - 1;
        while (start > 0 && isUtf8Continuation(text[start])) {
            --start;
        }
        if (std::find(unwanted.begin(), unwanted.end(), text.substr(start)) == unwanted.end()) {
            break;
        }
        text.remove_suffix(text.size() - start);
    }
    return text;
}

Result<Operand> trim(const Arguments& arguments)
{
    const std::string name(arguments.name());
    const ValueView input = arguments[0];
    const ValueView chars = arguments[1];
    if (input.isNullish()) {
        return Operand::null();
    }
    if (input.type() != Type::String) {
        return expressionError(50699,
                               name + " requires its input to be a string, got " + typeText(input)
                                   + " instead.");
    }
    std::vector<std::string_view> unwanted(kWhiteSpace.begin(), kWhiteSpace.end());
    unwanted.push_back(kHairSpace);
    if (arguments.given(1)) {
        if (chars.isNullish()) {
            return Operand::null();
        }
        if (chars.type() != Type::String) {
            return expressionError(50700,
                                   name + " requires 'chars' to be a string, got " + typeText(chars)
                                       + " instead.");
        }
        // `chars` are single characters, in any order
        unwanted = charactersOf(chars.asString());
    }
    std::string_view text = input.asString();
    if (name != "$rtrim") {
        text = trimmedFront(text, unwanted);
    }
    if (name != "$ltrim") {
        text = trimmedBack(text, unwanted);
    }
    return Operand::of(text);
}

Result<void> checkReplaceArguments(const Arguments& arguments)
{
    static constexpr std::array<int, 3> kCodes{10503904, 10503901, 10503902};
    static constexpr std::array<const char*, 3> kNames{"input", "find", "replacement"};
    for (std::size_t i = 0; i < kCodes.size(); ++i) {
        if (!arguments[i].isNullish() && arguments[i].type() != Type::String) {
            return expressionError(kCodes[i],
                                   std::string(arguments.name()) + " requires that '" + kNames[i]
                                       + "' be a string, found: " + typeText(arguments[i]));
        }
    }
    return {};
}

// $replaceOne and $replaceAll.
Result<Operand> replace(const Arguments& arguments)
{
    TRY(checkReplaceArguments(arguments));
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    std::string_view rest = arguments[0].asString();
    const std::string_view find = arguments[1].asString();
    const std::string_view replacement = arguments[2].asString();
    const bool all = arguments.name() == "$replaceAll";
    std::string result;
    while (true) {
        const std::size_t at = rest.find(find);
        if (at == std::string_view::npos) {
            break;
        }
        result.append(rest.substr(0, at)).append(replacement);
        TRY(checkComputedSize(result.size()));
        rest.remove_prefix(at + find.size());
        if (!all) {
            break;
        }
        if (!find.empty()) {
            continue;
        }
        // an empty pattern is found before every character and at the end
        if (rest.empty()) {
            break;
        }
        const std::size_t one = utf8Offset(rest, 1);
        result.append(rest.substr(0, one));
        rest.remove_prefix(one);
    }
    return Operand::of(result.append(rest));
}

constexpr std::array kTrimParameters{Parameter{"input", 50695}, Parameter{"chars", 0}};
constexpr std::array kReplaceParameters{Parameter{"input", 51749}, Parameter{"find", 51748},
                                        Parameter{"replacement", 51747}};

} // namespace

std::span<const NamedOperator> stringNamedOperators()
{
    static constexpr std::array kOperators{
        NamedOperator{"$ltrim", kTrimParameters, 50696, 50694, trim},
        NamedOperator{"$replaceAll", kReplaceParameters, 51751, 51750, replace},
        NamedOperator{"$replaceOne", kReplaceParameters, 51751, 51750, replace},
        NamedOperator{"$rtrim", kTrimParameters, 50696, 50694, trim},
        NamedOperator{"$trim", kTrimParameters, 50696, 50694, trim},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

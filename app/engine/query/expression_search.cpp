// SPDX-License-Identifier: GPL-3.0-or-later
// $trim, $ltrim, $rtrim, $replaceOne, $replaceAll.
#include "app/engine/query/expression_table.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/text_search.h"
#include "app/engine/query/utf8.h"

#include <array>
#include <unordered_set>

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

// `chars` may have as many characters as the text, so each is looked up in a table.
using Characters = std::unordered_set<std::string_view>;

const Characters& whiteSpace()
{
    static const Characters characters = [] {
        Characters all(kWhiteSpace.begin(), kWhiteSpace.end());
        all.insert(kHairSpace);
        return all;
    }();
    return characters;
}

// The characters of a UTF-8 text. Errors: those of the LoopGuard.
Result<Characters> charactersOf(std::string_view text)
{
    Characters characters;
    while (!text.empty()) {
        TRY(LoopGuard::work(1));
        const std::size_t length = utf8Offset(text, 1);
        characters.insert(text.substr(0, length));
        text.remove_prefix(length);
    }
    return characters;
}

Result<std::string_view> trimmedFront(std::string_view text, const Characters& unwanted)
{
    while (!text.empty()) {
        TRY(LoopGuard::work(1));
        const std::string_view first = text.substr(0, utf8Offset(text, 1));
        if (!unwanted.contains(first)) {
            break;
        }
        text.remove_prefix(first.size());
    }
    return text;
}

Result<std::string_view> trimmedBack(std::string_view text, const Characters& unwanted)
{
    while (!text.empty()) {
        TRY(LoopGuard::work(1));
        // back to the first byte of the last character
        std::size_t start = text.size() - 1;
        while (start > 0 && isUtf8Continuation(text[start])) {
            --start;
        }
        if (!unwanted.contains(text.substr(start))) {
            break;
        }
        text.remove_suffix(text.size() - start);
    }
    return text;
}

Result<std::string_view> trimmed(std::string_view text, std::string_view name,
                                 const Characters& unwanted)
{
    Result<std::string_view> rest = text;
    if (name != "$rtrim") {
        rest = trimmedFront(text, unwanted);
        TRY(rest);
    }
    return name == "$ltrim" ? rest : trimmedBack(*rest, unwanted);
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
    if (!arguments.given(1)) {
        const Result<std::string_view> text = trimmed(input.asString(), name, whiteSpace());
        TRY(text);
        return Operand::of(*text);
    }
    if (chars.isNullish()) {
        return Operand::null();
    }
    if (chars.type() != Type::String) {
        return expressionError(
            50700, name + " requires 'chars' to be a string, got " + typeText(chars) + " instead.");
    }
    // `chars` are single characters, in any order
    const Result<Characters> unwanted = charactersOf(chars.asString());
    TRY(unwanted);
    const Result<std::string_view> text = trimmed(input.asString(), name, *unwanted);
    TRY(text);
    return Operand::of(*text);
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

// An empty pattern is found before every character and at the end.
Result<Operand> replaceNothing(std::string_view text, std::string_view replacement, bool all)
{
    std::string result(replacement);
    while (all && !text.empty()) {
        TRY(LoopGuard::work(1));
        const std::size_t one = utf8Offset(text, 1);
        result.append(text.substr(0, one)).append(replacement);
        TRY(checkComputedSize(result.size()));
        text.remove_prefix(one);
    }
    return Operand::of(result.append(text));
}

// $replaceOne and $replaceAll.
Result<Operand> replace(const Arguments& arguments)
{
    TRY(checkReplaceArguments(arguments));
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    const std::string_view text = arguments[0].asString();
    const std::string_view find = arguments[1].asString();
    const std::string_view replacement = arguments[2].asString();
    const bool all = arguments.name() == "$replaceAll";
    if (find.empty()) {
        return replaceNothing(text, replacement, all);
    }
    const Result<TextSearch> search = TextSearch::of(text, find);
    TRY(search);
    std::string result;
    const Result<std::string_view> rest
        = search->divideText(all ? TextSearch::kNone : 1, [&](std::string_view part) {
              result.append(part).append(replacement);
              return checkComputedSize(result.size());
          });
    TRY(rest);
    return Operand::of(result.append(*rest));
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

// SPDX-License-Identifier: GPL-3.0-or-later
// $regexMatch, $regexFind, $regexFindAll.
#include "app/bson/builder.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/pattern.h"
#include "app/engine/query/utf8.h"

#include <array>
#include <optional>
#include <string>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// A pattern before it is compiled. Both views point into the arguments.
struct PatternText
{
    std::string_view pattern;
    std::string_view options;
};

Result<std::optional<PatternText>> patternText(const Arguments& arguments)
{
    const ValueView regex = arguments[1];
    const ValueView options = arguments[2];
    const std::string name(arguments.name());
    const bool isRegex = regex.type() == Type::Regex;
    if (!regex.isNullish() && regex.type() != Type::String && !isRegex) {
        return expressionError(51105, name + " needs 'regex' to be of type string or regex");
    }
    if (!options.isNullish() && options.type() != Type::String) {
        return expressionError(51106, name + " needs 'options' to be of type string");
    }
    PatternText text{regex.asString(), options.asString()};
    if (isRegex) {
        text.pattern = regex.asRegex().pattern;
        const std::string_view own = regex.asRegex().options;
        if (!own.empty() && !options.isNullish()) {
            return expressionError(51107,
                                   name
                                       + ": found regex option(s) specified in both 'regex' "
                                         "and 'option' fields");
        }
        text.options = own.empty() ? text.options : own;
    }
    if (text.pattern.find('\0') != std::string_view::npos) {
        return expressionError(51109,
                               name + ": regular expression cannot contain an embedded null byte");
    }
    if (text.options.find('\0') != std::string_view::npos) {
        return expressionError(
            51110, name + ": regular expression options cannot contain an embedded null byte");
    }
    return regex.isNullish() ? std::optional<PatternText>() : text;
}

// The pattern is nearly always the same for all documents, so the last one is kept compiled.
Result<Pattern> compiledPattern(const PatternText& text, std::string_view name)
{
    // one per thread, so that no lock is needed
    thread_local std::optional<Pattern> last;
    if (last && last->text() == text.pattern && last->options() == text.options) {
        return *last;
    }
    Result<Pattern> pattern = Pattern::compile(text.pattern, text.options);
    if (!pattern) {
        // the operators have a code of their own for a bad pattern
        if (pattern.error().serverCode == 51091) {
            return expressionError(
                51111, "Invalid Regex in " + std::string(name) + ": " + pattern.error().message);
        }
        return pattern;
    }
    last = *pattern;
    return pattern;
}

/// The common part of all three: a text and a pattern. nullopt if one of them is null.
struct RegexSearch
{
    std::string_view text;
    Pattern pattern;
};

Result<std::optional<RegexSearch>> regexSearch(const Arguments& arguments)
{
    const ValueView input = arguments[0];
    // the pattern is checked before the text, even if there is no text
    const Result<std::optional<PatternText>> text = patternText(arguments);
    TRY(text);
    std::optional<Pattern> pattern;
    if (*text) {
        Result<Pattern> compiled = compiledPattern(**text, arguments.name());
        TRY(compiled);
        pattern = std::move(*compiled);
    }
    if (!input.isNullish() && input.type() != Type::String) {
        return expressionError(
            51104, std::string(arguments.name()) + " needs 'input' to be of type string");
    }
    if (!pattern || input.isNullish()) {
        return std::optional<RegexSearch>();
    }
    return std::optional(RegexSearch{input.asString(), std::move(*pattern)});
}

// The document {match, idx, captures}; `idx` counts characters, not bytes.
bson::Document matchDocument(const PatternMatch& match, std::size_t characters)
{
    bson::Builder built;
    built.append("match", match.text);
    built.append("idx", static_cast<std::int32_t>(characters));
    built.beginArray("captures");
    for (const auto& capture : match.captures) {
        // a group that did not participate is null
        if (capture) {
            built.push(*capture);
        } else {
            built.pushNull();
        }
    }
    return built.take();
}

// A null text or pattern does not match, so the result is false and not null.
Result<Operand> regexMatch(const Arguments& arguments)
{
    const Result<std::optional<RegexSearch>> search = regexSearch(arguments);
    TRY(search);
    if (!*search) {
        return Operand::of(false);
    }
    const auto found = (*search)->pattern.matches((*search)->text);
    TRY(found);
    return Operand::of(*found);
}

Result<Operand> regexFind(const Arguments& arguments)
{
    const Result<std::optional<RegexSearch>> search = regexSearch(arguments);
    TRY(search);
    if (!*search) {
        return Operand::null();
    }
    const std::string_view text = (*search)->text;
    const auto match = (*search)->pattern.search(text, 0);
    TRY(match);
    if (!*match) {
        return Operand::null();
    }
    return Operand::document(matchDocument(**match, utf8Length(text.substr(0, (*match)->at))));
}

Result<Operand> regexFindAll(const Arguments& arguments)
{
    const Result<std::optional<RegexSearch>> search = regexSearch(arguments);
    TRY(search);
    bson::Builder found;
    if (!*search) {
        return Operand::array(found.take());
    }
    const std::string_view text = (*search)->text;
    std::size_t from = 0;
    std::size_t counted = 0; // bytes whose characters are in `characters`
    std::size_t characters = 0;
    // once for an empty text, too
    do {
        // each search may go through the rest of the text
        TRY(LoopGuard::work(1 + (text.size() - from) / LoopGuard::kBytesPerUnit));
        const auto match = (*search)->pattern.search(text, from);
        TRY(match);
        if (!*match) {
            break;
        }
        const PatternMatch& hit = **match;
        characters += utf8Length(text.substr(counted, hit.at - counted));
        counted = hit.at;
        found.push(matchDocument(hit, characters));
        TRY(checkComputedSize(found.size()));
        // after an empty match the search continues one character later
        from = hit.at + hit.text.size();
        if (hit.text.empty()) {
            from += utf8Offset(text.substr(from), 1);
        }
    } while (from < text.size());
    return Operand::array(found.take());
}

constexpr std::array kRegexParameters{Parameter{"input", 31022}, Parameter{"regex", 31023},
                                      Parameter{"options", 0}};

} // namespace

std::span<const NamedOperator> regexNamedOperators()
{
    static constexpr std::array kOperators{
        NamedOperator{"$regexFind", kRegexParameters, 51103, 31024, regexFind},
        NamedOperator{"$regexFindAll", kRegexParameters, 51103, 31024, regexFindAll},
        NamedOperator{"$regexMatch", kRegexParameters, 51103, 31024, regexMatch},
    };
    return kOperators;
}

} // namespace sandglass::engine::query

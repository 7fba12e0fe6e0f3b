// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/expectation.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::cases {

namespace {

using bson::ValueView;

std::string shown(ValueView value)
{
    return value.isMissing() ? "nothing" : bson::toJson(value, bson::JsonForm::Canonical);
}

bool isInt(ValueView actual, ValueView number)
{
    return actual.type() == bson::Type::Int32 && bson::equal(actual, number);
}

bool isLong(ValueView actual, ValueView number)
{
    return actual.type() == bson::Type::Int64 && bson::equal(actual, number);
}

bool isDouble(ValueView actual, ValueView number)
{
    return actual.type() == bson::Type::Double && bson::equal(actual, number);
}

bool isOfType(ValueView actual, ValueView alias)
{
    return bson::typeAlias(actual.type()) == alias.asString();
}

bool isAtLeast(ValueView actual, ValueView number)
{
    return actual.isNumber() && std::is_gteq(bson::compare(actual, number));
}

bool holdsText(ValueView actual, ValueView text)
{
    return actual.type() == bson::Type::String
        && actual.asString().find(text.asString()) != std::string_view::npos;
}

bool hasElements(ValueView actual, ValueView wanted)
{
    const auto present = actual.asDocument().values();
    const auto needed = wanted.asDocument().values();
    return actual.type() == bson::Type::Array && std::ranges::all_of(needed, [&](ValueView one) {
               return std::ranges::any_of(present, [&](ValueView element) {
                   return difference(element, one, {}).empty();
               });
           });
}

bool hasCount(ValueView actual, ValueView count)
{
    const bool counts = actual.type() == bson::Type::Array || actual.type() == bson::Type::Document;
    return counts && static_cast<std::int64_t>(actual.asDocument().count()) == count.toInt64();
}

bool isAbsent(ValueView actual, ValueView /*yes*/)
{
    return actual.isMissing();
}

bool isExactly(ValueView actual, ValueView value)
{
    return !actual.isMissing() && bson::equal(actual, value);
}

/// A way to ask for more than an equal value.
struct Question
{
    std::string_view name;
    bool (*met)(ValueView actual, ValueView argument);
};

constexpr std::array kQuestions{
    Question{"$absent", isAbsent},   Question{"$int", isInt},       Question{"$long", isLong},
    Question{"$double", isDouble},   Question{"$bson", isOfType},   Question{"$atLeast", isAtLeast},
    Question{"$holds", holdsText},   Question{"$has", hasElements}, Question{"$count", hasCount},
    Question{"$exactly", isExactly},
};

const Question* questionIn(ValueView expected)
{
    if (expected.type() != bson::Type::Document || expected.asDocument().empty()) {
        return nullptr;
    }
    const auto found
        = std::ranges::find(kQuestions, expected.asDocument().begin()->key, &Question::name);
    return found == kQuestions.end() ? nullptr : &*found;
}

std::string fieldDifference(bson::DocumentView actual, bson::DocumentView expected,
                            const std::string& place)
{
    for (const bson::Element& element : expected) {
        const std::string inner = place + '.' + std::string(element.key);
        if (std::string why = difference(actual[element.key], element.value, inner); !why.empty()) {
            return why;
        }
    }
    return {};
}

} // namespace

std::string difference(ValueView actual, ValueView expected, const std::string& place)
{
    const std::string why = place + " is " + shown(actual) + ", not " + shown(expected);
    if (const Question* question = questionIn(expected)) {
        return question->met(actual, expected.asDocument().begin()->value) ? std::string() : why;
    }
    if (expected.type() == bson::Type::Document && actual.type() == bson::Type::Document) {
        return fieldDifference(actual.asDocument(), expected.asDocument(), place);
    }
    if (expected.type() == bson::Type::Array && actual.type() == bson::Type::Array) {
        if (actual.asDocument().count() != expected.asDocument().count()) {
            return why;
        }
        return fieldDifference(actual.asDocument(), expected.asDocument(), place);
    }
    return !actual.isMissing() && bson::equal(actual, expected) ? std::string() : why;
}

bson::Value withoutTypes(ValueView expected)
{
    if (expected.type() != bson::Type::Document && expected.type() != bson::Type::Array) {
        return bson::Value(expected);
    }
    const bson::DocumentView elements = expected.asDocument();
    const Question* question = questionIn(expected);
    if (question != nullptr
        && (question->met == isInt || question->met == isLong || question->met == isDouble)) {
        return bson::Value(elements.begin()->value);
    }
    bson::Builder builder;
    for (const bson::Element& element : elements) {
        builder.append(element.key, withoutTypes(element.value));
    }
    return expected.type() == bson::Type::Array ? bson::Value::array(builder.take())
                                                : bson::Value::document(builder.take());
}

} // namespace sandglass::cases

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/match_array.h"

#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"

#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

class SizePredicate final : public Predicate
{
public:
    explicit SizePredicate(std::size_t size)
        : m_size(size)
    {
    }

    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        return value.type() == Type::Array && value.asDocument().count() == m_size;
    }
    // it tests the array itself, not its elements
    bool entersArrays() const override { return false; }
    std::string describe() const override { return "$size : " + std::to_string(m_size); }

private:
    std::size_t m_size;
};

// The two kinds of $elemMatch differ only in how an element is tested.
using ElementTest = bool (*)(const MatchNode& conditions, ValueView element);

bool objectMatches(const MatchNode& conditions, ValueView element)
{
    // an array counts as a document with numbers as names
    const bool embedded = element.type() == Type::Document || element.type() == Type::Array;
    return embedded && conditions.matchesWithoutError(element.asDocument());
}

bool valueMatches(const MatchNode& conditions, ValueView element)
{
    return conditions.matchesValue(element);
}

class ElemMatchPredicate final : public Predicate
{
public:
    ElemMatchPredicate(MatchNode conditions, ElementTest elementTest)
        : m_conditions(std::move(conditions))
        , m_elementTest(elementTest)
    {
    }

    bool test(ValueView value, MatchPosition position) const override
    {
        if (value.type() != Type::Array) {
            return false;
        }
        std::size_t index = 0;
        for (const bson::Element& element : value.asDocument()) {
            if (m_elementTest(m_conditions, element.value)) {
                // the first matching element is the position of "$"
                if (position != nullptr) {
                    *position = index;
                }
                return true;
            }
            ++index;
        }
        return false;
    }
    bool entersArrays() const override { return false; }
    std::string describe() const override { return "$elemMatch\n" + m_conditions.describe(1); }

private:
    MatchNode m_conditions;
    ElementTest m_elementTest;
};

Error badSize(std::string_view reason, ValueView operand)
{
    return badValue("Failed to parse $size. " + std::string(reason)
                    + " $size: " + bson::toShellText(operand));
}

} // namespace

Result<PredicatePtr> sizePredicate(ValueView operand)
{
    if (!operand.isNumber()) {
        return badSize("Expected a number in:", operand);
    }
    const auto size = operand.toExactInt64();
    if (!size) {
        return badSize("Expected an integer:", operand);
    }
    if (*size < 0) {
        return badSize("Expected a non-negative number in:", operand);
    }
    return PredicatePtr(std::make_shared<SizePredicate>(static_cast<std::size_t>(*size)));
}

PredicatePtr elemMatchObjectPredicate(MatchNode conditions)
{
    return std::make_shared<ElemMatchPredicate>(std::move(conditions), objectMatches);
}

PredicatePtr elemMatchValuePredicate(MatchNode conditions)
{
    return std::make_shared<ElemMatchPredicate>(std::move(conditions), valueMatches);
}

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/partial_filter.h"

#include <algorithm>
#include <array>

namespace sandglass::ttl {

namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

constexpr std::array<std::string_view, 8> kPlainOperators{
    "$eq", "$lt", "$lte", "$gt", "$gte", "$type", "$geoWithin", "$geoIntersects"};
// A document that begins with one of these is a database reference: a value, not operators.
constexpr std::array<std::string_view, 3> kReferenceKeys{"$ref", "$id", "$db"};

template <typename Range>
bool contains(const Range& range, std::string_view word)
{
    return std::find(range.begin(), range.end(), word) != range.end();
}

bool holdsOperators(ValueView condition)
{
    if (condition.type() != Type::Document || condition.asDocument().empty()) {
        return false;
    }
    const std::string_view first = condition.asDocument().begin()->key;
    return first.starts_with('$') && !contains(kReferenceKeys, first);
}

class GrammarCheck
{
public:
    explicit GrammarCheck(FilterGrammar grammar)
        : m_modern(grammar == FilterGrammar::Modern)
    {
    }

    std::optional<std::string> filter(DocumentView filter, bool top)
    {
        for (const Element& element : filter) {
            if (auto problem = part(element, top)) {
                return problem;
            }
        }
        return std::nullopt;
    }

private:
    std::optional<std::string> part(const Element& element, bool top)
    {
        const bool isAnd = element.key == "$and";
        if (isAnd || element.key == "$or") {
            // before 6.0 the grammar allows $and at the top only. Source: app/ttl/SEMANTICS.md 1.2
            if (!m_modern && !(isAnd && top)) {
                return std::string(element.key);
            }
            return branches(element);
        }
        if (element.key.starts_with('$')) {
            return std::string(element.key);
        }
        return condition(element.value);
    }

    std::optional<std::string> branches(const Element& element)
    {
        if (element.value.type() != Type::Array || element.value.asDocument().empty()) {
            return std::string(element.key);
        }
        for (const Element& branch : element.value.asDocument()) {
            if (branch.value.type() != Type::Document) {
                return std::string(element.key);
            }
            if (auto problem = filter(branch.value.asDocument(), false)) {
                return problem;
            }
        }
        return std::nullopt;
    }

    std::optional<std::string> condition(ValueView value)
    {
        // {name: /x/} is $regex in short form
        if (value.type() == Type::Regex) {
            return "$regex";
        }
        if (!holdsOperators(value)) {
            return std::nullopt;
        }
        for (const Element& element : value.asDocument()) {
            if (auto problem = comparison(element)) {
                return problem;
            }
        }
        return std::nullopt;
    }

    std::optional<std::string> comparison(const Element& element)
    {
        if (contains(kPlainOperators, element.key)) {
            return std::nullopt;
        }
        if (element.key == "$exists" && element.value.toBool()) {
            return std::nullopt;
        }
        if (element.key == "$in" && m_modern) {
            return choices(element.value);
        }
        return std::string(element.key);
    }

    std::optional<std::string> choices(ValueView list)
    {
        if (list.type() != Type::Array) {
            return "$in";
        }
        for (const Element& choice : list.asDocument()) {
            if (choice.value.type() == Type::Regex) {
                return "$regex";
            }
        }
        return std::nullopt;
    }

    bool m_modern;
};

} // namespace

std::optional<std::string> unsupportedInPartialFilter(DocumentView filter, FilterGrammar grammar)
{
    return GrammarCheck(grammar).filter(filter, true);
}

bool everyFilterPath(DocumentView filter, const std::function<bool(std::string_view)>& accepts)
{
    for (const Element& element : filter) {
        if (!element.key.starts_with('$')) {
            if (!accepts(element.key)) {
                return false;
            }
            continue;
        }
        for (const Element& branch : element.value.asDocument()) {
            if (!everyFilterPath(branch.value.asDocument(), accepts)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace sandglass::ttl

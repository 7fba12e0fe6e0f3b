// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/filter_equivalence.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/query/match_parse.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using Conditions = std::vector<bson::Document>;

void sortOnce(Conditions& conditions)
{
    std::ranges::sort(conditions, [](const bson::Document& left, const bson::Document& right) {
        return bson::compare(left.view(), right.view()) == std::strong_ordering::less;
    });
    const auto end = std::unique(conditions.begin(), conditions.end(),
                                 [](const bson::Document& left, const bson::Document& right) {
                                     return bson::compare(left.view(), right.view())
                                         == std::strong_ordering::equal;
                                 });
    conditions.erase(end, conditions.end());
}

bson::Document listOf(std::string_view name, const Conditions& conditions)
{
    bson::Builder made;
    made.beginArray(name);
    for (const bson::Document& condition : conditions) {
        made.push(condition);
    }
    return made.take();
}

/// {path: {$op: …}} with one operator.
bson::Document conditionOf(std::string_view path, std::string_view name, ValueView value)
{
    const auto made = [&](std::string_view operatorName, ValueView argument) {
        bson::Builder builder;
        builder.beginDocument(path).append(operatorName, argument);
        return builder.take();
    };
    if (name == "$exists") {
        return made(name, bson::Value::of(value.toBool()));
    }
    if (name != "$in" || value.type() != Type::Array) {
        return made(name, value);
    }
    Conditions values;
    for (const bson::Element& element : value.asDocument()) {
        values.push_back(bson::makeDocument("", element.value));
    }
    sortOnce(values);
    const ValueView only = values.size() == 1 ? values.front()[""] : ValueView();
    if (!only.isMissing() && only.type() != Type::Regex) {
        return made("$eq", only);
    }
    bson::Builder list;
    for (const bson::Document& one : values) {
        list.push(one[""]);
    }
    return made(name, bson::Value::array(list.take()));
}

void collect(bson::DocumentView filter, Conditions& conditions);

/// $or and $nor: the alternatives in one order.
void collectList(const bson::Element& list, Conditions& conditions)
{
    Conditions alternatives;
    for (const bson::Element& element : list.value.asDocument()) {
        alternatives.push_back(canonicalFilter(element.value.asDocument()));
    }
    sortOnce(alternatives);
    if (list.key == "$or" && alternatives.size() == 1) {
        collect(alternatives.front(), conditions);
    } else {
        conditions.push_back(listOf(list.key, alternatives));
    }
}

void collect(bson::DocumentView filter, Conditions& conditions)
{
    for (const bson::Element& element : filter) {
        const bool isList = element.value.type() == Type::Array;
        if (element.key == "$and" && isList) {
            for (const bson::Element& part : element.value.asDocument()) {
                collect(part.value.asDocument(), conditions);
            }
        } else if ((element.key == "$or" || element.key == "$nor") && isList) {
            collectList(element, conditions);
        } else if (element.key.starts_with('$')) {
            conditions.push_back(bson::makeDocument(element.key, element.value));
        } else if (!isOperatorDocument(element.value)) {
            conditions.push_back(conditionOf(element.key, "$eq", element.value));
        } else {
            for (const bson::Element& one : element.value.asDocument()) {
                conditions.push_back(conditionOf(element.key, one.key, one.value));
            }
        }
    }
}

} // namespace

bson::Document canonicalFilter(bson::DocumentView filter)
{
    Conditions conditions;
    collect(filter, conditions);
    sortOnce(conditions);
    return listOf("$and", conditions);
}

bool sameFilter(bson::DocumentView left, bson::DocumentView right)
{
    const bson::Document first = canonicalFilter(left);
    const bson::Document second = canonicalFilter(right);
    return bson::compare(first.view(), second.view()) == std::strong_ordering::equal;
}

} // namespace sandglass::engine::query

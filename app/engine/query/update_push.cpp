// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/element_order.h"
#include "app/engine/query/sort_projection.h"
#include "app/engine/query/update_modifier.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::Value;
using bson::ValueView;

// The parsed argument of $push.
struct PushPlan
{
    Value each; ///< array of the values to add
    std::optional<std::int64_t> position; ///< negative counts from the end
    std::optional<std::int64_t> slice; ///< negative keeps the last ones
    int elementOrder = 0; ///< 1 or -1: sort whole elements
    Sort fieldOrder; ///< sort elements by their fields
    bson::CollationPtr collation; ///< of strings; may be null
};

std::string aliasOf(ValueView value)
{
    return std::string(bson::typeAlias(value.type()));
}

Result<void> readSort(ValueView value, PushPlan& plan)
{
    if (value.isNumber()) {
        const auto order = value.toExactInt64();
        if (!order || (*order != 1 && *order != -1)) {
            return badValue("The $sort element value must be either 1 or -1");
        }
        plan.elementOrder = static_cast<int>(*order);
        return {};
    }
    if (value.type() != Type::Document) {
        return badValue("The $sort is invalid: use 1/-1 to sort the whole element, or "
                        "{field:1/-1} to sort embedded fields");
    }
    if (value.asDocument().empty()) {
        return badValue("The $sort pattern is empty when it should be a set of fields.");
    }
    for (const bson::Element& field : value.asDocument()) {
        const auto order = field.value.toExactInt64();
        if (!order || (*order != 1 && *order != -1)) {
            return badValue("The $sort element value must be either 1 or -1");
        }
        if (field.key.empty() || field.key.starts_with('.') || field.key.ends_with('.')
            || field.key.find("..") != std::string_view::npos) {
            return badValue("The $sort field is empty or has an empty part: "
                            + std::string(field.key));
        }
    }
    auto sort = Sort::parse(value.asDocument(), plan.collation);
    TRY(sort);
    plan.fieldOrder = std::move(*sort);
    return {};
}

Result<void> readClause(const bson::Element& clause, PushPlan& plan)
{
    const ValueView value = clause.value;
    if (clause.key == "$each") {
        if (value.type() != Type::Array) {
            return badValue("The argument to $each in $push must be an array but it was of type: "
                            + aliasOf(value));
        }
        plan.each = Value(value);
    } else if (clause.key == "$slice") {
        plan.slice = value.toExactInt64();
        if (!plan.slice) {
            return badValue("The value for $slice must be an integer value but was given type: "
                            + aliasOf(value));
        }
    } else if (clause.key == "$position") {
        plan.position = value.toExactInt64();
        if (!plan.position) {
            return badValue("The value for $position must be an integer value, not of type: "
                            + aliasOf(value));
        }
    } else if (clause.key == "$sort") {
        return readSort(value, plan);
    } else {
        return badValue("Unrecognized clause in $push: " + std::string(clause.key));
    }
    return {};
}

Result<PushPlan> readPlan(ValueView argument, bson::CollationPtr collation)
{
    PushPlan plan;
    plan.collation = std::move(collation);
    if (argument.type() != Type::Document || !argument.asDocument().contains("$each")) {
        // without $each the whole argument is one element, even a document
        plan.each = Value::array(bson::makeArray(argument));
        return plan;
    }
    for (const bson::Element& clause : argument.asDocument()) {
        TRY(readClause(clause, plan));
    }
    return plan;
}

// Views into the stored array and into the plan: sorting and cutting move no values.
using Elements = std::vector<ValueView>;

void insert(Elements& elements, const PushPlan& plan)
{
    const auto size = static_cast<std::int64_t>(elements.size());
    std::int64_t at = plan.position.value_or(size);
    at = at < 0 ? (at < -size ? 0 : size + at) : std::min(at, size);
    const Elements added = plan.each.view().asDocument().values();
    elements.insert(elements.begin() + at, added.begin(), added.end());
}

void sort(Elements& elements, const PushPlan& plan)
{
    // stable: equal elements keep the order in which they were pushed
    if (plan.elementOrder != 0) {
        std::stable_sort(elements.begin(), elements.end(), [&](ValueView left, ValueView right) {
            const auto order = bson::compare(left, right, plan.collation.get());
            return plan.elementOrder > 0 ? std::is_lt(order) : std::is_gt(order);
        });
    } else if (!plan.fieldOrder.empty()) {
        std::stable_sort(elements.begin(), elements.end(), [&](ValueView left, ValueView right) {
            return std::is_lt(compareElements(plan.fieldOrder, left, right));
        });
    }
}

void slice(Elements& elements, const PushPlan& plan)
{
    if (!plan.slice) {
        return;
    }
    const auto size = static_cast<std::int64_t>(elements.size());
    if (*plan.slice >= 0) {
        elements.resize(static_cast<std::size_t>(std::min(*plan.slice, size)));
    } else if (*plan.slice > -size) {
        elements.erase(elements.begin(), elements.end() + *plan.slice);
    }
}

Result<Change> push(const PushPlan& plan, ValueView existing, const ModifierPlace& place)
{
    if (!existing.isMissing() && existing.type() != Type::Array) {
        return badValue("The field '" + std::string(place.field)
                        + "' must be an array but is of type " + aliasOf(existing) + " in document "
                        + place.documentText());
    }
    Elements elements = existing.asDocument().values();
    // this order is fixed, whatever the order of the clauses. Source: MongoDB manual, $push,
    // Modifiers
    insert(elements, plan);
    sort(elements, plan);
    slice(elements, plan);
    return Change(Value::array(bson::arrayOf(elements)));
}

// The log then has the new elements alone. Source: MongoDB server source, push_node.cpp.
std::size_t appendedBy(const PushPlan& plan, ValueView existing)
{
    if (existing.type() != Type::Array || plan.elementOrder != 0 || !plan.fieldOrder.empty()) {
        return 0;
    }
    const auto size = static_cast<std::int64_t>(existing.asDocument().count());
    const auto added = static_cast<std::int64_t>(plan.each.view().asDocument().count());
    const bool atEnd = !plan.position || *plan.position > size;
    // a slice that is long enough cuts nothing; -limit is no overflow, as limit is a count
    const std::int64_t limit = size + added;
    const bool cut = plan.slice && *plan.slice<limit&& * plan.slice> - limit;
    return size > 0 && atEnd && !cut ? static_cast<std::size_t>(added) : 0;
}

} // namespace

Result<Modifier> makePush(const ModifierCall& call)
{
    auto plan = readPlan(call.argument.value, call.context.collation);
    TRY(plan);
    Modifier modifier;
    const auto read = std::make_shared<const PushPlan>(std::move(*plan));
    modifier.apply = [read](ValueView existing, const ModifierPlace& place) {
        return push(*read, existing, place);
    };
    modifier.appended = [read](ValueView existing) { return appendedBy(*read, existing); };
    return modifier;
}

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_grouping.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/plan/date_range_filter.h"
#include "app/engine/request/numbers.h"
#include "app/protocol/names.h"
#include "app/ttl/expiry_aggregation.h"

#include <algorithm>

namespace sandglass::engine::plan {

using request::appendNumber;

namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

/// The value of the only field of a document; Missing when there are other fields.
ValueView onlyMember(ValueView value, std::string_view name)
{
    const DocumentView document = value.asDocument();
    if (value.type() != Type::Document || document.count() != 1 || document.begin()->key != name) {
        return {};
    }
    return document.begin()->value;
}

/// The members of an array.
std::vector<ValueView> members(ValueView array)
{
    std::vector<ValueView> found;
    for (const Element& element : array.asDocument()) {
        found.push_back(element.value);
    }
    return found;
}

/// {field: {$lte: date}}
bool readUpTo(DocumentView condition, DateGrouping& grouping)
{
    if (condition.count() != 1 || condition.begin()->key.starts_with('$')) {
        return false;
    }
    const ValueView date = onlyMember(condition.begin()->value, "$lte");
    if (date.type() != Type::Date) {
        return false;
    }
    grouping.field = std::string(condition.begin()->key);
    grouping.upTo = date.asDate();
    return true;
}

/// {field: {$lte: date}}, or {$and: [that, partialFilter?]}
bool readMatch(ValueView match, DateGrouping& grouping)
{
    const ValueView both = onlyMember(match, "$and");
    if (both.type() != Type::Array) {
        return match.type() == Type::Document && readUpTo(match.asDocument(), grouping);
    }
    const std::vector<ValueView> conditions = members(both);
    if (conditions.empty() || conditions.size() > 2
        || !readUpTo(conditions.front().asDocument(), grouping)) {
        return false;
    }
    if (conditions.size() == 2) {
        grouping.partialFilter = conditions.back().asDocument();
    }
    return true;
}

/// Whether the stage computes the earliest date exactly as app/ttl writes it. Any other expression
/// could give a date that the index does not have.
bool isProjection(ValueView projection, const std::string& field)
{
    const bson::Document expected
        = bson::makeDocument("_id", 0, "date", ttl::earliestDateExpression(field));
    return projection.type() == Type::Document
        && bson::equal(projection, bson::Value::document(expected).view());
}

/// Reads the tree of $cond from left to right: a leaf is a label, an inner node a bound between two
/// subtrees. So the bounds come out in ascending order.
bool readLabels(ValueView label, DateGrouping& grouping)
{
    if (label.type() != Type::Document) {
        grouping.labels.push_back(label);
        return label.isNumber() || label.type() == Type::Null;
    }
    const std::vector<ValueView> choice = members(onlyMember(label, "$cond"));
    if (choice.size() != 3) {
        return false;
    }
    const std::vector<ValueView> sides = members(onlyMember(choice[0], "$lte"));
    if (sides.size() != 2 || sides[0].type() != Type::String || sides[0].asString() != "$date"
        || sides[1].type() != Type::Date) {
        return false;
    }
    if (!readLabels(choice[1], grouping)) {
        return false;
    }
    grouping.bounds.push_back(sides[1].asDate());
    return readLabels(choice[2], grouping);
}

/// {name: "$date"}
bool isAccumulator(ValueView value, std::string_view name)
{
    const ValueView argument = onlyMember(value, name);
    return argument.type() == Type::String && argument.asString() == "$date";
}

bool readGroup(ValueView group, DateGrouping& grouping)
{
    const DocumentView parts = group.asDocument();
    if (group.type() != Type::Document || parts.count() != 4
        || !isAccumulator(parts["oldest"], "$min") || !isAccumulator(parts["newest"], "$max")) {
        return false;
    }
    const ValueView sum = onlyMember(parts["n"], "$sum");
    if (sum.type() != Type::Int32 || sum.asInt32() != 1) {
        return false;
    }
    if (!readLabels(parts["_id"], grouping)) {
        return false;
    }
    // the bounds must ascend strictly, as Collection::dateClasses() takes them
    const auto& bounds = grouping.bounds;
    return std::ranges::adjacent_find(bounds, std::ranges::greater_equal{}, &bson::Date::millis)
        == bounds.end();
}

/// Whether the index contains exactly the documents that the pipeline counts, by their earliest
/// date.
bool canAnswer(const catalog::IndexInfo& index, const DateGrouping& grouping,
               const bson::Collation* collation)
{
    const catalog::IndexDefinition& definition = index.definition;
    const auto fields = protocol::keyFields(definition.key);
    if (!index.ready || !definition.isOrdered() || fields.size() != 1
        || fields.front().path != grouping.field) {
        return false;
    }
    // a document with several dates counts once, by the earliest; only TTL indexes record it
    if (index.multikey && !definition.isTtl()) {
        return false;
    }
    if (definition.partialFilter && !bson::sameCollation(index.collation.get(), collation)) {
        return false;
    }
    const DocumentView held
        = definition.partialFilter ? definition.partialFilter->view() : DocumentView();
    return std::ranges::equal(held.bytes(), grouping.partialFilter.bytes());
}

bson::Document groupOf(ValueView label, const catalog::DateClass& part)
{
    bson::Builder group;
    group.append("_id", label);
    appendNumber(group, "n", part.documents);
    group.append("oldest", part.oldest).append("newest", part.newest);
    return group.take();
}

} // namespace

std::optional<DateGrouping> dateGrouping(ValueView stages)
{
    const std::vector<ValueView> list = members(stages);
    DateGrouping grouping;
    if (list.size() != 3 || !readMatch(onlyMember(list[0], "$match"), grouping)
        || !isProjection(onlyMember(list[1], "$project"), grouping.field)
        || !readGroup(onlyMember(list[2], "$group"), grouping)) {
        return std::nullopt;
    }
    return grouping;
}

std::vector<bson::Date> groupingBounds(const DateGrouping& grouping)
{
    // bounds from `upTo` on split nothing: the pipeline excludes later dates
    std::vector<bson::Date> bounds;
    for (const bson::Date bound : grouping.bounds) {
        if (bound.millis < grouping.upTo.millis) {
            bounds.push_back(bound);
        }
    }
    bounds.push_back(grouping.upTo);
    return bounds;
}

std::vector<bson::Document> groupsOf(const DateGrouping& grouping,
                                     const std::vector<catalog::DateClass>& classes)
{
    std::vector<bson::Document> groups;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (classes[i].documents > 0) {
            groups.push_back(groupOf(grouping.labels[i], classes[i]));
        }
    }
    return groups;
}

std::optional<catalog::IndexInfo> groupingIndex(const DateGrouping& grouping, ValueView hint,
                                                const catalog::Collection& collection,
                                                const bson::Collation* collation)
{
    for (catalog::IndexInfo& index : collection.indexes()) {
        if (fitsHint(index, hint) && canAnswer(index, grouping, collation)) {
            return std::move(index);
        }
    }
    return std::nullopt;
}

} // namespace sandglass::engine::plan

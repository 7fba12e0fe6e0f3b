// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_range_filter.h"

#include "app/bson/builder.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandglass::engine::plan {

namespace {

constexpr std::int64_t kSmallestDate = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatestDate = std::numeric_limits<std::int64_t>::max();

/// Makes a range that no date is in.
void makeEmpty(DateRangeFilter& range)
{
    range.from = {kGreatestDate};
    range.to = {kSmallestDate};
}

void raiseFrom(DateRangeFilter& range, std::int64_t millis, bool inclusive)
{
    range.hasLower = true;
    // millis + 1 would overflow
    if (!inclusive && millis == kGreatestDate) {
        makeEmpty(range);
    } else {
        range.from.millis = std::max(range.from.millis, inclusive ? millis : millis + 1);
    }
}

void lowerTo(DateRangeFilter& range, std::int64_t millis, bool inclusive)
{
    range.hasUpper = true;
    if (!inclusive && millis == kSmallestDate) {
        makeEmpty(range);
    } else {
        range.to.millis = std::min(range.to.millis, inclusive ? millis : millis - 1);
    }
}

/// Narrows the range by a condition such as {$gte: date, $lt: date}. False for any other condition;
/// the range may be changed then too.
bool narrow(DateRangeFilter& range, bson::ValueView condition)
{
    if (condition.type() != bson::Type::Document || condition.asDocument().empty()) {
        return false;
    }
    for (const bson::Element& element : condition.asDocument()) {
        if (element.value.type() != bson::Type::Date) {
            return false;
        }
        const std::int64_t millis = element.value.asDate().millis;
        if (element.key == "$gte" || element.key == "$gt") {
            raiseFrom(range, millis, element.key == "$gte");
        } else if (element.key == "$lte" || element.key == "$lt") {
            lowerTo(range, millis, element.key == "$lte");
        } else {
            return false;
        }
    }
    return true;
}

DateRangeFilter everyDate(std::string_view field)
{
    DateRangeFilter range;
    range.field = field;
    range.from = {kSmallestDate};
    range.to = {kGreatestDate};
    return range;
}

/// The range of a condition on one field; nullopt when it is not a range of dates.
std::optional<DateRangeFilter> rangeOf(const bson::Element& condition)
{
    if (condition.key.starts_with('$')) {
        return std::nullopt;
    }
    DateRangeFilter range = everyDate(condition.key);
    return narrow(range, condition.value) ? std::optional(std::move(range)) : std::nullopt;
}

/// Reads {field: range, …}: the first range, with all other conditions as the rest.
std::optional<DateRangeFilter> fromConditions(bson::DocumentView filter)
{
    std::optional<DateRangeFilter> range;
    bson::Builder rest;
    for (const bson::Element& condition : filter) {
        if (!range && (range = rangeOf(condition))) {
            continue;
        }
        rest.append(condition.key, condition.value);
    }
    if (range) {
        range->rest = rest.take();
    }
    return range;
}

/// Adds one clause of an $and: to the range, or as the rest. False when there is a rest already.
bool addClause(std::optional<DateRangeFilter>& range, bool& hasRest, bson::Document& rest,
               bson::DocumentView member)
{
    if (member.count() == 1) {
        const bson::Element condition = *member.begin();
        if (range && condition.key == range->field && narrow(*range, condition.value)) {
            return true;
        }
        if (!range && (range = rangeOf(condition))) {
            return true;
        }
    }
    const bool isFirst = !std::exchange(hasRest, true);
    rest = bson::Document(member);
    return isFirst;
}

/// Reads the clauses of an $and. The rest must be one clause, because it is compared as a whole
/// with the partial filter of an index.
std::optional<DateRangeFilter> fromClauses(bson::DocumentView members)
{
    std::optional<DateRangeFilter> range;
    bool hasRest = false;
    bson::Document rest;
    for (const bson::Element& member : members) {
        if (member.value.type() != bson::Type::Document
            || !addClause(range, hasRest, rest, member.value.asDocument())) {
            return std::nullopt;
        }
    }
    if (range) {
        range->rest = std::move(rest);
    }
    return range;
}

/// Whether it is a TTL index on that field alone.
bool isAlone(const catalog::IndexDefinition& definition, std::string_view field)
{
    if (!definition.isTtl() || !definition.isOrdered()) {
        return false;
    }
    const auto fields = protocol::keyFields(definition.key);
    return fields.size() == 1 && fields.front().path == field;
}

/// Whether the index contains exactly the documents that meet the rest of the filter. Compared byte
/// by byte: conditions that mean the same in other words are not recognized.
bool holdsRest(const catalog::IndexDefinition& definition, const DateRangeFilter& filter)
{
    const bson::DocumentView held
        = definition.partialFilter ? definition.partialFilter->view() : bson::DocumentView();
    return std::ranges::equal(held.bytes(), filter.rest.bytes());
}

/// Why the index cannot be used; empty if it can.
std::string_view misfit(const catalog::IndexInfo& index, const DateRangeFilter& filter,
                        bson::ValueView hint)
{
    if (!index.ready) {
        return "the TTL index on the field is still being built";
    }
    if (index.definition.hidden) {
        return "the TTL index on the field is hidden";
    }
    const bool alike
        = filter.rest.empty() || bson::sameCollation(index.collation.get(), filter.collation);
    if (!alike || !holdsRest(index.definition, filter)) {
        return "the filter's other conditions are not exactly those of the TTL index";
    }
    return fitsHint(index, hint) ? std::string_view() : "the hint names something else";
}

} // namespace

std::optional<DateRangeFilter> dateRangeFilter(bson::DocumentView filter)
{
    if (filter.empty()) {
        return std::nullopt;
    }
    const bson::Element first = *filter.begin();
    if (first.key != "$and") {
        return fromConditions(filter);
    }
    if (filter.count() != 1 || first.value.type() != bson::Type::Array) {
        return std::nullopt;
    }
    return fromClauses(first.value.asDocument());
}

bool fitsHint(const catalog::IndexInfo& index, bson::ValueView hint)
{
    if (hint.isMissing()) {
        return true;
    }
    if (hint.type() == bson::Type::Document && hint.asDocument().empty()) {
        return true;
    }
    if (index.definition.hidden) {
        return false;
    }
    if (hint.type() == bson::Type::Document) {
        return protocol::sameKeyPattern(hint.asDocument(), index.definition.key);
    }
    return hint.type() == bson::Type::String && hint.asString() == index.definition.name;
}

TtlIndexFit ttlIndexFor(const catalog::Collection& collection, const DateRangeFilter& filter,
                        bson::ValueView hint)
{
    TtlIndexFit fit{std::nullopt, "the field has no TTL index of its own"};
    for (catalog::IndexInfo& index : collection.indexes()) {
        if (!isAlone(index.definition, filter.field)) {
            continue;
        }
        fit.whyNot = misfit(index, filter, hint);
        if (!fit.whyNot.empty()) {
            continue;
        }
        fit.index = std::move(index);
        return fit;
    }
    return fit;
}

} // namespace sandglass::engine::plan

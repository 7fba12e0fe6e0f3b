// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/index_match.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <vector>

namespace sandglass::engine::plan {

using catalog::Bound;
using catalog::Direction;
using catalog::IndexInfo;
using catalog::IndexRange;
using protocol::KeyField;
using query::PathBounds;

namespace {

/// Whether a value may be the bound of an index range. It may not if its index keys differ from
/// what a filter compares with: null also matches missing fields, an array has only its elements as
/// keys, and MinKey and MaxKey compare with values of every type.
bool safeInRange(const bson::Value& value)
{
    switch (value.type()) {
    case bson::Type::Missing:
    case bson::Type::Null:
    case bson::Type::Undefined:
    case bson::Type::Array:
    case bson::Type::MinKey:
    case bson::Type::MaxKey:
        return false;
    default:
        return true;
    }
}

bool safeInRange(const PathBounds& bounds)
{
    return std::ranges::all_of(bounds.equals, [](const bson::Value& v) { return safeInRange(v); })
        && (!bounds.lower || safeInRange(*bounds.lower))
        && (!bounds.upper || safeInRange(*bounds.upper));
}

/// What the filter allows for one field of an index; nullopt when it does not limit the field, or
/// not in a way that the index can use.
std::optional<PathBounds> usableBounds(const KeyField& field, bool multikey,
                                       const QueryShape& shape)
{
    auto bounds = shape.filter.bounds(field.path, multikey);
    if (!bounds || !safeInRange(*bounds)) {
        return std::nullopt;
    }
    if (bounds->equals.empty() && !bounds->lower && !bounds->upper) {
        return std::nullopt;
    }
    return bounds;
}

std::vector<bson::Value> distinctAscending(std::vector<bson::Value> values)
{
    std::ranges::sort(values, [](const bson::Value& left, const bson::Value& right) {
        return bson::compare(left.view(), right.view()) == std::strong_ordering::less;
    });
    const auto end = std::unique(values.begin(), values.end(),
                                 [](const bson::Value& left, const bson::Value& right) {
                                     return bson::equal(left.view(), right.view());
                                 });
    values.erase(end, values.end());
    return values;
}

/// Sets the ranges of a match: the equality prefix, then the bounds of the next field. Each of
/// several equal values ($in) has a range of its own.
void applyBounds(PathBounds bounds, const std::vector<bson::Value>& prefix, IndexMatch& match)
{
    match.bounded = true;
    match.ranges.clear();
    if (!bounds.equals.empty()) {
        for (bson::Value& value : distinctAscending(std::move(bounds.equals))) {
            IndexRange range;
            range.equalPrefix = prefix;
            range.equalPrefix.push_back(std::move(value));
            match.ranges.push_back(std::move(range));
        }
        return;
    }
    IndexRange range;
    range.equalPrefix = prefix;
    if (bounds.lower) {
        range.lower = Bound{std::move(*bounds.lower), bounds.lowerInclusive};
    }
    if (bounds.upper) {
        range.upper = Bound{std::move(*bounds.upper), bounds.upperInclusive};
    }
    match.ranges.push_back(std::move(range));
}

/// The direction in which a scan returns the sort order, when the first `fixedFields` fields have
/// fixed values; nullopt when none does. Stored entries ascend in every field, also where the key
/// pattern descends (app/engine/storage/FORMAT.md), so a sort of mixed directions cannot use an
/// index.
std::optional<Direction> orderDirection(const std::vector<KeyField>& fields,
                                        std::size_t fixedFields, const query::Sort& sort)
{
    const auto& wanted = sort.fields();
    if (wanted.empty() || fixedFields + wanted.size() > fields.size()) {
        return std::nullopt;
    }
    const bool forward = wanted.front().ascending;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i].path != fields[fixedFields + i].path || wanted[i].ascending != forward) {
            return std::nullopt;
        }
    }
    return forward ? Direction::Forward : Direction::Backward;
}

/// Whether a part of a path is a number, which may also select an element of an array.
bool namesAPosition(std::string_view path)
{
    bool digits = true;
    bool empty = true;
    for (const char c : path) {
        if (c == '.' && digits && !empty) {
            return true;
        }
        digits = c == '.' || (digits && c >= '0' && c <= '9');
        empty = c == '.';
    }
    return digits && !empty;
}

/// Whether a value is compared by what it is alone: text depends on collations, and null and arrays
/// match more than themselves.
bool comparesAlone(bson::ValueView value)
{
    switch (value.type()) {
    case bson::Type::Date:
    case bson::Type::Bool:
    case bson::Type::ObjectId:
    case bson::Type::Timestamp:
        return true;
    default:
        return value.isNumber() && !value.isNan();
    }
}

/// Whether a field that has the value meets the condition {operator: operand}.
bool meets(bson::ValueView value, const bson::Element& condition)
{
    if (!comparesAlone(value)) {
        return false;
    }
    const bson::Document filter
        = bson::makeDocument("f", bson::makeDocument(condition.key, condition.value));
    const auto parsed = query::Filter::parse(filter, {});
    return parsed && parsed->matchesWithoutError(bson::makeDocument("f", value));
}

bool isRange(std::string_view name)
{
    return name == "$lt" || name == "$lte" || name == "$gt" || name == "$gte";
}

/// Whether one range is inside of another in the same direction: {$lt: 5} in {$lte: 5}.
bool isInside(const bson::Element& given, const bson::Element& wanted)
{
    const bool comparable = comparesAlone(given.value) && comparesAlone(wanted.value)
        && bson::canonicalOrder(given.value.type()) == bson::canonicalOrder(wanted.value.type());
    if (!isRange(wanted.key) || given.key[1] != wanted.key[1] || !comparable) {
        return false;
    }
    const auto order = bson::compare(given.value, wanted.value);
    if (order == std::strong_ordering::equal) {
        return given.key == wanted.key || wanted.key.ends_with('e');
    }
    return (order == std::strong_ordering::less) == given.key.starts_with("$l");
}

/// Whether whatever meets the condition `given` meets `wanted`. Each is {operator: operand}.
bool implies(const bson::Element& given, const bson::Element& wanted)
{
    if (given.key == wanted.key && bson::equal(given.value, wanted.value)) {
        return true;
    }
    if (given.key == "$eq") {
        return meets(given.value, wanted);
    }
    if (given.key == "$in") {
        const bson::DocumentView values = given.value.asDocument();
        return !values.empty() && std::ranges::all_of(values, [&](const bson::Element& value) {
            return meets(value.value, wanted);
        });
    }
    if (!isRange(given.key) || !comparesAlone(given.value)) {
        return false;
    }
    const bool exists = wanted.key == "$exists" && wanted.value.toBool();
    return exists || isInside(given, wanted);
}

/// The conditions on a field, each {operator: operand}; a value alone is {$eq: value}.
std::vector<bson::Element> conditionsOf(bson::ValueView condition)
{
    if (condition.type() == bson::Type::Document && !condition.asDocument().empty()
        && condition.asDocument().begin()->key.starts_with('$')) {
        const bson::DocumentView operators = condition.asDocument();
        return {operators.begin(), operators.end()};
    }
    return {{"$eq", condition}};
}

/// Whether a condition of `given` implies each one of `wanted`. MongoDB recognizes more.
bool impliesCondition(bson::ValueView wanted, bson::ValueView given)
{
    if (bson::equal(wanted, given)) {
        return true;
    }
    const std::vector<bson::Element> conditions = conditionsOf(given);
    return std::ranges::all_of(conditionsOf(wanted), [&](const bson::Element& one) {
        return std::ranges::any_of(conditions,
                                   [&](const bson::Element& other) { return implies(other, one); });
    });
}

/// Whether the filter implies the condition, at the top level or in an $and at any depth.
bool impliesField(bson::DocumentView filter, const bson::Element& condition)
{
    for (const bson::Element& element : filter) {
        if (element.key == condition.key && impliesCondition(condition.value, element.value)) {
            return true;
        }
        if (element.key != "$and") {
            continue;
        }
        const bson::DocumentView parts = element.value.asDocument();
        if (std::ranges::any_of(parts, [&](const bson::Element& part) {
                return impliesField(part.value.asDocument(), condition);
            })) {
            return true;
        }
    }
    return false;
}

bool impliesPartialFilter(bson::DocumentView filter, bson::DocumentView partialFilter)
{
    return std::ranges::all_of(partialFilter, [&](const bson::Element& condition) {
        return impliesField(filter, condition);
    });
}

} // namespace

IndexMatch matchIndex(const IndexInfo& index, const QueryShape& shape)
{
    // Fields with one allowed value form the prefix; the first other one may have bounds or several
    // values. Fields after that one cannot narrow the range.
    const std::vector<KeyField> fields = protocol::keyFields(index.definition.key);
    // in a multikey index two fields may have their values from different array elements, so only
    // the first one is used
    const std::size_t usableFields = index.multikey ? 1 : fields.size();
    IndexMatch match;
    std::vector<bson::Value> prefix;
    std::size_t at = 0;
    for (; at < usableFields; ++at) {
        auto bounds = usableBounds(fields[at], index.multikey, shape);
        if (!bounds) {
            break;
        }
        if (bounds->equals.size() != 1) {
            applyBounds(std::move(*bounds), prefix, match);
            break;
        }
        prefix.push_back(std::move(bounds->equals.front()));
    }
    match.fixedFields = static_cast<int>(prefix.size());
    if (!match.bounded) {
        IndexRange range;
        range.equalPrefix = prefix;
        match.ranges.push_back(std::move(range));
    }
    // without a sort, documents come in the order of the key pattern, as in MongoDB
    const std::size_t first = std::min(prefix.size(), fields.size() - 1);
    const Direction natural = fields[first].ascending ? Direction::Forward : Direction::Backward;
    match.direction = natural;
    // A document with several keys is returned at its smallest key in the range. A sort goes by its
    // smallest key of all, so the order is right only for an unlimited scan of one field.
    const bool narrowed = match.bounded || match.fixedFields > 0;
    if (match.ranges.size() == 1 && !(index.multikey && (narrowed || fields.size() > 1))) {
        const auto direction = orderDirection(fields, prefix.size(), shape.sort);
        match.ordered = direction.has_value();
        match.direction = direction.value_or(natural);
    }
    return match;
}

std::optional<IndexMatch> matchOutsideDates(const IndexInfo& index, const QueryShape& shape)
{
    const std::vector<KeyField> fields = protocol::keyFields(index.definition.key);
    // a sparse index lacks documents; at "a.0" keys and conditions refer to different values
    if (fields.size() != 1 || index.definition.sparse || namesAPosition(fields.front().path)) {
        return std::nullopt;
    }
    auto excluded = shape.filter.excludedDates(fields.front().path);
    if (!excluded) {
        return std::nullopt;
    }
    IndexMatch match;
    match.bounded = true;
    match.ranges.resize(2);
    match.ranges.front().upper = Bound{std::move(*excluded->lower), !excluded->lowerInclusive};
    match.ranges.back().lower = Bound{std::move(*excluded->upper), !excluded->upperInclusive};
    return match;
}

bool holdsAllMatches(const IndexInfo& index, const QueryShape& shape)
{
    if (index.definition.partialFilter
        && !impliesPartialFilter(shape.filterDocument, *index.definition.partialFilter)) {
        return false;
    }
    if (!index.definition.sparse) {
        return true;
    }
    const std::vector<KeyField> fields = protocol::keyFields(index.definition.key);
    // a compound sparse index omits only documents that lack all of its fields, so one bounded
    // field is enough
    return std::ranges::any_of(fields, [&](const KeyField& field) {
        return usableBounds(field, index.multikey, shape).has_value();
    });
}

} // namespace sandglass::engine::plan

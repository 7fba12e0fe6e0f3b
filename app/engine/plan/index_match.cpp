// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/index_match.h"

#include "app/bson/compare.h"
#include "app/engine/plan/partial_implication.h"
#include "app/engine/plan/special_match.h"
#include "app/protocol/names.h"

#include <algorithm>

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

/// Whether the index orders the bounds as the filter does: no strings are involved, or both have
/// one collation. Source: MongoDB manual, Collation and Index Use.
bool sameOrder(const PathBounds& bounds, const IndexInfo& index, const QueryShape& shape)
{
    const auto holdsText
        = [](const bson::Value& value) { return bson::dependsOnCollation(value.view()); };
    // an end of a range that belongs to another bracket is no text: strings end before {}
    const bool lowerText = bounds.lower && holdsText(*bounds.lower);
    const bool upperText = bounds.upper && holdsText(*bounds.upper);
    if (!lowerText && !upperText && std::ranges::none_of(bounds.equals, holdsText)) {
        return true;
    }
    return bson::sameCollation(index.collation.get(), shape.filter.collation().get());
}

/// What the filter allows for one field of an index; nullopt when it does not limit the field, or
/// not in a way that the index can use.
std::optional<PathBounds> usableBounds(const KeyField& field, const IndexInfo& index,
                                       const QueryShape& shape)
{
    auto bounds = shape.filter.bounds(field.path, index.multikey);
    if (!bounds || !safeInRange(*bounds) || !sameOrder(*bounds, index, shape)) {
        return std::nullopt;
    }
    if (bounds->equals.empty() && !bounds->lower && !bounds->upper) {
        return std::nullopt;
    }
    return bounds;
}

/// `collation`: of the index; may be null.
std::vector<bson::Value> distinctAscending(std::vector<bson::Value> values,
                                           const bson::Collation* collation)
{
    std::ranges::sort(values, [&](const bson::Value& left, const bson::Value& right) {
        return bson::compare(left.view(), right.view(), collation) == std::strong_ordering::less;
    });
    const auto end = std::unique(values.begin(), values.end(),
                                 [&](const bson::Value& left, const bson::Value& right) {
                                     return bson::equal(left.view(), right.view(), collation);
                                 });
    values.erase(end, values.end());
    return values;
}

/// Sets the ranges of a match: the equality prefix, then the bounds of the next field. Each of
/// several equal values ($in) has a range of its own. `collation`: of the index; may be null.
void applyBounds(PathBounds bounds, const std::vector<bson::Value>& prefix,
                 const bson::Collation* collation, IndexMatch& match)
{
    match.bounded = true;
    match.ranges.clear();
    if (!bounds.equals.empty()) {
        for (bson::Value& value : distinctAscending(std::move(bounds.equals), collation)) {
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

/// Whether `given` contains every condition of `wanted` with an equal value.
bool repeatsCondition(bson::ValueView wanted, bson::ValueView given)
{
    if (bson::equal(wanted, given)) {
        return true;
    }
    if (wanted.type() != bson::Type::Document || given.type() != bson::Type::Document) {
        return false;
    }
    const bson::DocumentView wantedOperators = wanted.asDocument();
    const bson::DocumentView givenOperators = given.asDocument();
    return !wantedOperators.empty()
        && std::ranges::all_of(wantedOperators, [&](const bson::Element& element) {
               return element.key.starts_with('$')
                   && bson::equal(element.value, givenOperators[element.key]);
           });
}

/// Whether the filter has the condition, at the top level or in an $and at any depth.
bool impliesField(bson::DocumentView filter, const bson::Element& condition)
{
    for (const bson::Element& element : filter) {
        if (element.key == condition.key && repeatsCondition(condition.value, element.value)) {
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

/// Whether a filter compares with a string anywhere, which its collation decides.
bool holdsText(bson::DocumentView filter)
{
    return std::ranges::any_of(filter, [](const bson::Element& element) {
        const bson::Type type = element.value.type();
        return type == bson::Type::Document || type == bson::Type::Array
            ? holdsText(element.value.asDocument())
            : bson::dependsOnCollation(element.value);
    });
}

bool impliesPartialFilter(const QueryShape& shape, bson::DocumentView partialFilter)
{
    return std::ranges::all_of(partialFilter, [&](const bson::Element& condition) {
        return impliesField(shape.filterDocument, condition)
            || boundsImply(shape.filter, condition);
    });
}

} // namespace

IndexMatch matchIndex(const IndexInfo& index, const QueryShape& shape)
{
    if (!index.definition.isOrdered()) {
        return matchSpecial(index, shape);
    }
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
        auto bounds = usableBounds(fields[at], index, shape);
        if (!bounds) {
            break;
        }
        if (bounds->equals.size() != 1) {
            applyBounds(std::move(*bounds), prefix, index.collation.get(), match);
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
    const bool sortsAlike = bson::sameCollation(index.collation.get(), shape.sort.collation());
    if (sortsAlike && match.ranges.size() == 1
        && !(index.multikey && (narrowed || fields.size() > 1))) {
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
    if (fields.size() != 1 || !index.definition.isOrdered() || index.definition.sparse
        || namesAPosition(fields.front().path)) {
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
        && !bson::sameCollation(index.collation.get(), shape.filter.collation().get())
        && holdsText(*index.definition.partialFilter)) {
        return false;
    }
    if (index.definition.partialFilter
        && !impliesPartialFilter(shape, *index.definition.partialFilter)) {
        return false;
    }
    if (!index.definition.sparse) {
        return true;
    }
    const std::vector<KeyField> fields = protocol::keyFields(index.definition.key);
    // a compound sparse index omits only documents that lack all of its fields, so one bounded
    // field is enough
    return std::ranges::any_of(fields, [&](const KeyField& field) {
        return usableBounds(field, index, shape).has_value();
    });
}

} // namespace sandglass::engine::plan

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::query {

/// A sort order over dotted paths. Arrays sort by their smallest (ascending) or largest
/// (descending) element.
class Sort
{
public:
    /// One path and its direction.
    struct Field
    {
        std::string path; ///< dotted
        bool ascending = true; ///< smallest first
    };

    /// No order.
    Sort() = default;
    /// Errors: 2 / 15974 / 15975 / 15976 as MongoDB gives for bad orders. `$natural` is accepted as
    /// the only field (see natural()).
    static Result<Sort> parse(bson::DocumentView specification);

    /// True when there is nothing to sort by ($natural included).
    bool empty() const { return m_fields.empty(); }
    /// Most significant first.
    const std::vector<Field>& fields() const { return m_fields; }
    /// 1 or -1 for {$natural: ±1}; 0 otherwise.
    int natural() const { return m_natural; }
    /// Which document comes first.
    std::strong_ordering compare(bson::DocumentView left, bson::DocumentView right) const;
    /// The values a document is ordered by, computed once per document.
    std::vector<bson::Value> keyOf(bson::DocumentView document) const;
    /// The same order for what keyOf() gave.
    std::strong_ordering compareKeys(const std::vector<bson::Value>& left,
                                     const std::vector<bson::Value>& right) const;

private:
    std::vector<Field> m_fields;
    int m_natural = 0;
};

class ProjectionPlan;

/// A projection: inclusion, exclusion, $slice, $elemMatch, computed fields. Immutable; any thread.
class Projection
{
public:
    /// Passes documents through.
    Projection();
    /// Errors: MongoDB's codes: 31253/31254 for mixing inclusion and exclusion, 31249 for path
    /// collisions, …
    static Result<Projection> parse(bson::DocumentView specification,
                                    const EvaluationContext& context);
    /// True for the empty projection.
    bool passesThrough() const;
    /// True when a positional "a.$" needs the array index that the filter reports.
    bool needsArrayIndex() const;
    /// The document as the projection shows it. Errors: those of computed expressions; 51246 for a
    /// positional "$".
    Result<bson::Document> apply(bson::DocumentView document) const
    {
        return apply(document, std::nullopt);
    }
    /// The same with the position that Filter::matches() reported, for "a.$".
    Result<bson::Document> apply(bson::DocumentView document,
                                 std::optional<std::size_t> arrayIndex) const;

private:
    std::shared_ptr<const ProjectionPlan> m_plan; // null: passes through
};

} // namespace sandglass::engine::query

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

/// A sort order over dotted paths. An array sorts by its smallest element (ascending) or its
/// largest (descending).
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
    /// Parses a sort document. `$natural` is accepted as the only field (see natural()).
    /// `collation`: of strings; null: by their bytes. Errors (server): BadValue and location codes
    /// for bad orders.
    static Result<Sort> parse(bson::DocumentView specification,
                              bson::CollationPtr collation = nullptr);

    /// Whether there are no fields to sort by; true for $natural as well.
    bool empty() const { return m_fields.empty(); }
    /// The fields, most significant first.
    const std::vector<Field>& fields() const { return m_fields; }
    /// 1 or -1 for {$natural: ±1}; otherwise 0.
    int natural() const { return m_natural; }
    /// How it compares strings; null: by their bytes.
    const bson::Collation* collation() const { return m_collation.get(); }
    /// The order of two documents.
    std::strong_ordering compare(bson::DocumentView left, bson::DocumentView right) const;
    /// The values by which a document is ordered; compute them once per document.
    std::vector<bson::Value> keyOf(bson::DocumentView document) const;
    /// The order of two results of keyOf().
    std::strong_ordering compareKeys(const std::vector<bson::Value>& left,
                                     const std::vector<bson::Value>& right) const;

private:
    std::vector<Field> m_fields;
    int m_natural = 0;
    bson::CollationPtr m_collation;
};

class ProjectionPlan;

/// A projection: inclusion, exclusion, $slice, $elemMatch, computed fields. Immutable; any thread.
class Projection
{
public:
    /// Changes nothing.
    Projection();
    /// Parses a projection. Errors (server): location codes for mixing inclusion and exclusion,
    /// path collisions and others.
    static Result<Projection> parse(bson::DocumentView specification,
                                    const EvaluationContext& context);
    /// Whether the projection is empty.
    bool passesThrough() const;
    /// Whether it has a positional "a.$", which needs the array index from the filter.
    bool needsArrayIndex() const;
    /// Applies the projection. Errors: the computed expressions'; (server) a location code for a
    /// positional "$".
    Result<bson::Document> apply(bson::DocumentView document) const
    {
        return apply(document, std::nullopt);
    }
    /// As above, with the index from Filter::matches() for "a.$".
    Result<bson::Document> apply(bson::DocumentView document,
                                 std::optional<std::size_t> arrayIndex) const;

private:
    std::shared_ptr<const ProjectionPlan> m_plan; // null: passes through
};

} // namespace sandglass::engine::query

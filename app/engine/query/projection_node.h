// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/expression.h"
#include "app/engine/query/match_node.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// The part of an array that `$slice` keeps.
struct SliceRange
{
    std::optional<std::int64_t>
        skip; ///< negative: from the end; when unset, a negative limit counts from the end
    std::int64_t limit = 0;
};

/// What a projection does with one name. Inner: only names below it matter.
enum class ProjectionKind { Inner, Include, Exclude, Computed, Slice, ElemMatch, Positional };

/// One name of a projection: a leaf, or a parent of further names. Immutable after parsing.
struct ProjectionNode
{
    ProjectionKind kind = ProjectionKind::Inner;
    std::string name;
    std::optional<Expression> expression; ///< Computed
    SliceRange slice; ///< Slice
    PredicatePtr elemMatch; ///< ElemMatch
    std::vector<ProjectionNode>
        children; ///< Inner; as written, since computed fields appear in that order
    std::map<std::string, std::size_t, std::less<>> positions; ///< name to index in children
    bool computesBelow = false; ///< a computed field is below this one
    bool positionalBelow = false; ///< a positional "$" is at this one or below

    /// The child of that name; nullptr when there is none.
    const ProjectionNode* find(std::string_view child) const;
    /// The child of that name; added when there is none.
    ProjectionNode& findOrAdd(std::string_view child);
};

/// A parsed projection.
class ProjectionPlan
{
public:
    ProjectionNode root;
    bool inclusion = false; ///< only the named fields are kept; otherwise all others
    bool positional = false; ///< has an "a.$"
};

/// Parses a projection that is not empty. Errors: as Projection::parse().
Result<ProjectionPlan> parseProjection(bson::DocumentView specification,
                                       const EvaluationContext& context);

/// The error for a computed field of a projection that excludes fields. Server codes: Location31252
/// for an operator's call, Location31310 for other values.
Error computedInExclusion(std::string_view path, bson::ValueView value);

/// Applies the plan to a document. Errors: as Projection::apply().
Result<bson::Document> applyProjection(const ProjectionPlan& plan, bson::DocumentView document,
                                       std::optional<std::size_t> arrayIndex);

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/update.h"

#include <memory>

namespace sandglass::engine::query {

/// A parsed update of one of the three kinds. Immutable; any thread.
class UpdatePlan
{
public:
    UpdatePlan() = default;
    UpdatePlan(const UpdatePlan&) = delete;
    UpdatePlan& operator=(const UpdatePlan&) = delete;
    virtual ~UpdatePlan() = default;

    /// The new document, before finishUpdate(). Errors: as Update::apply().
    virtual Result<bson::Document> apply(const Update::Target& target) const = 0;
    /// Whether it replaces the whole document.
    virtual bool isReplacement() const { return false; }
    /// Whether it is a pipeline.
    virtual bool isPipeline() const { return false; }
};

using UpdatePlanPtr = std::shared_ptr<const UpdatePlan>;

/// An update with operators. Errors: as Update::parse().
Result<UpdatePlanPtr> parseOperatorUpdate(bson::DocumentView update, bson::ValueView arrayFilters,
                                          const EvaluationContext& context);
/// A replacement. Errors (server): DollarPrefixedFieldName for top-level names with a dollar.
Result<UpdatePlanPtr> parseReplacement(bson::DocumentView replacement);
/// A pipeline of $set, $unset, $project, $replaceWith and their aliases. Errors (server):
/// InvalidOptions for other stages; the pipeline's own.
Result<UpdatePlanPtr> parsePipelineUpdate(bson::ValueView stages, const EvaluationContext& context);

/// Checks and completes every update: _id keeps its bytes and comes first, size and depth are
/// within limits. Errors (server): ImmutableField, InvalidIdField for a forbidden type of _id,
/// Overflow for too deep nesting, a location code for a too large document.
Result<bson::Document> finishUpdate(bson::Document updated, const Update::Target& target);

} // namespace sandglass::engine::query

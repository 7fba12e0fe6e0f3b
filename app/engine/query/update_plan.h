// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/update.h"

#include <memory>

namespace sandglass::engine::query {

/// One of the three kinds of update, parsed. Immutable; any thread.
class UpdatePlan
{
public:
    UpdatePlan() = default;
    UpdatePlan(const UpdatePlan&) = delete;
    UpdatePlan& operator=(const UpdatePlan&) = delete;
    virtual ~UpdatePlan() = default;

    /// The new document, before finishUpdate().
    virtual Result<bson::Document> apply(const Update::Target& target) const = 0;
    /// True for whole new documents.
    virtual bool isReplacement() const { return false; }
};

using UpdatePlanPtr = std::shared_ptr<const UpdatePlan>;

/// Operators. Errors: those of Update::parse().
Result<UpdatePlanPtr> parseOperatorUpdate(bson::DocumentView update, bson::ValueView arrayFilters,
                                          const EvaluationContext& context);
/// A whole new document. Errors: 52 for top-level names with a dollar.
Result<UpdatePlanPtr> parseReplacement(bson::DocumentView replacement);
/// A pipeline of $set, $unset, $project, $replaceWith and their aliases. Errors: 72 for other
/// stages, the pipeline's own.
Result<UpdatePlanPtr> parsePipelineUpdate(bson::ValueView stages, const EvaluationContext& context);

/// What every update must keep: the _id and its bytes, _id in first place, the limits of size and
/// depth. Errors: 66 for a changed _id, 53 for an _id of a forbidden type, 17419 too large, 15 too
/// deep.
Result<bson::Document> finishUpdate(bson::Document updated, const Update::Target& target);

} // namespace sandglass::engine::query

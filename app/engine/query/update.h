// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::query {

class UpdatePlan;

/// A parsed update: a replacement, operators, or a pipeline. Immutable; any thread.
class Update
{
public:
    /// `update`: a document (operators or replacement) or an array (pipeline). `arrayFilters` may
    /// be empty. Errors: MongoDB's codes: 9 for unknown operators ("Unknown modifier: $foo. …"), 40
    /// for conflicting paths, …
    static Result<Update> parse(bson::ValueView update, bson::ValueView arrayFilters,
                                const EvaluationContext& context);

    bool isReplacement() const;

    /// What is known when it is applied to one document.
    struct Target
    {
        bson::DocumentView
            document; ///< the document as it is; for an upsert, the query's equalities
        std::optional<std::size_t> arrayIndex; ///< what the positional `$` stands for
        bool inserting = false; ///< upsert: $setOnInsert acts
    };
    /// The new document; equal bytes mean "nothing changed". Errors: 66 ImmutableField for _id, 28
    /// PathNotViable, 14 TypeMismatch, 2 BadValue and so on, with MongoDB's words. `$currentDate`
    /// and $$NOW use the parse context's now.
    Result<bson::Document> apply(const Target& target) const;

private:
    std::shared_ptr<const UpdatePlan> m_plan;
};

} // namespace sandglass::engine::query

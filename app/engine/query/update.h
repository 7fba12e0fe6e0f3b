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
class WrittenPaths;

/// A parsed update: a replacement, operators, or a pipeline. Immutable; any thread.
class Update
{
public:
    /// `update`: a document (operators or replacement) or an array (pipeline). `arrayFilters`: may
    /// be empty. Errors (server): FailedToParse for unknown operators ("Unknown modifier: $foo.
    /// …"), ConflictingUpdateOperators for overlapping paths, and others.
    static Result<Update> parse(bson::ValueView update, bson::ValueView arrayFilters,
                                const EvaluationContext& context);

    /// Whether it replaces the whole document.
    bool isReplacement() const;
    /// Whether it is a pipeline.
    bool isPipeline() const;

    /// The document that an update is applied to.
    struct Target
    {
        bson::DocumentView
            document; ///< the document as it is; for an upsert, the query's equalities
        std::optional<std::size_t> arrayIndex; ///< what the positional `$` stands for
        bool inserting = false; ///< an upsert that inserts: $setOnInsert applies
        WrittenPaths* written = nullptr; ///< filled by an update with operators; may be null
    };
    /// The new document; equal bytes mean that nothing changed. `$currentDate` and $$NOW use the
    /// time of the parse context. Errors (server): ImmutableField for _id, PathNotViable,
    /// TypeMismatch, BadValue and others.
    Result<bson::Document> apply(const Target& target) const;

private:
    std::shared_ptr<const UpdatePlan> m_plan;
};

} // namespace sandglass::engine::query

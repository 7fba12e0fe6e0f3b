// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/accumulator.h"
#include "app/engine/query/stage.h"
#include "app/engine/query/value_index.h"

#include <vector>

namespace sandglass::engine::query {

/// The groups of a running $group, in the order of their first documents.
class Grouping
{
public:
    /// `fields` must outlive it. `collation`: of strings in the ids; may be null.
    Grouping(const std::vector<AccumulatorField>& fields, const bson::CollationPtr& collation,
             const PipelineEnvironment& environment)
        : m_fields(fields)
        , m_ids(collation)
        , m_budget("$group", environment)
    {
    }
    /// Adds a document to the group `id`. Errors: the accumulators'; QueryExceededMemoryLimit
    /// (server error).
    Result<void> add(bson::ValueView id, bson::DocumentView document);
    /// The result documents {_id, fields…}, one per group. Empties the grouping.
    std::vector<bson::Document> take();

private:
    /// Adds the document to one accumulator and charges its memory.
    Result<void> feed(Accumulator& accumulator, const AccumulatorField& field,
                      bson::DocumentView document);

    const std::vector<AccumulatorField>& m_fields;
    ValueIndex m_ids;
    std::vector<AccumulatorPtr> m_accumulators; ///< all of group 0, then all of group 1, …
    MemoryBudget m_budget;
};

/// A $group stage from parsed parts; $sortByCount and $bucket use it too. `collation`: of strings
/// in the ids; may be null.
StagePtr groupStage(Expression id, std::vector<AccumulatorField> fields,
                    bson::CollationPtr collation);

/// Parses `output` of $bucket and $bucketAuto. When it is missing, the result is {count: {$sum:
/// 1}}. Errors: as parseAccumulator().
Result<std::vector<AccumulatorField>> parseOutputFields(bson::ValueView output,
                                                        const EvaluationContext& context);

} // namespace sandglass::engine::query

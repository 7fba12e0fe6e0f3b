// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/accumulator.h"
#include "app/engine/query/stage.h"
#include "app/engine/query/value_index.h"

#include <vector>

namespace sandglass::engine::query {

/// The groups of a $group while it runs, in the order of their first document.
class Grouping
{
public:
    /// `fields` must outlive it.
    Grouping(const std::vector<AccumulatorField>& fields, const PipelineEnvironment& environment)
        : m_fields(fields)
        , m_budget("$group", environment)
    {
    }
    /// Adds a document to the group of `id`. Errors: the accumulators', 292 for too much memory.
    Result<void> add(bson::ValueView id, bson::DocumentView document);
    /// {_id, fields…} for every group.
    std::vector<bson::Document> take();

private:
    Result<void> feed(Accumulator& accumulator, const AccumulatorField& field,
                      bson::DocumentView document);

    const std::vector<AccumulatorField>& m_fields;
    ValueIndex m_ids;
    std::vector<AccumulatorPtr> m_accumulators; ///< all of group 0, then all of group 1, …
    MemoryBudget m_budget;
};

/// A $group with parsed parts; other stages are made of it too.
StagePtr groupStage(Expression id, std::vector<AccumulatorField> fields);

/// Parses the fields of $bucket's and $bucketAuto's `output`; {count: {$sum: 1}} when it is
/// missing.
Result<std::vector<AccumulatorField>> parseOutputFields(bson::ValueView output,
                                                        const EvaluationContext& context);

} // namespace sandglass::engine::query

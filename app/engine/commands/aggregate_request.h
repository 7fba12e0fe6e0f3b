// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/server_stages.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/planner.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

/// An aggregate command, judged. Views live as long as the request.
struct AggregateRequest
{
    protocol::Namespace ns; ///< collection "$cmd.aggregate" for {aggregate: 1}
    bson::ValueView stages;
    query::Pipeline pipeline;
    plan::QueryShape shape; ///< of the documents that the pipeline starts from
    plan::FirstBatch batch;
    bool explain = false;
    bool bounded = false; ///< {sandglassBounded: true}: answered from a directory of dates alone
    std::size_t stageBytes = query::kStageMemoryBytes; ///< most memory of a stage
    query::EvaluationContext evaluation;

    catalog::DatePrecision precision() const
    {
        return bounded ? catalog::DatePrecision::Bounded : catalog::DatePrecision::Exact;
    }
    bool withoutCollection() const { return ns.collection == "$cmd.aggregate"; }
};

/// Errors: 40415, 14, 9 without `cursor`, 73 for a target that does not fit the first stage, the
/// stages' codes.
Result<AggregateRequest> parseAggregate(const request::Request& request, const Context& context);

/// A running aggregation; `walk` is null when no collection is read or the answer needed no walk.
struct OpenedAggregate
{
    std::shared_ptr<ServerStages> environment; ///< outlives the source
    std::shared_ptr<plan::MatchCursor> walk;
    query::DocumentSourcePtr source;
    std::vector<bson::Document> viewStages; ///< of a view: what makes its documents
};

/// Errors: 2 for a bad hint, those of the stages.
Result<OpenedAggregate> openAggregate(const AggregateRequest& aggregate, Context& context,
                                      const std::shared_ptr<operations::Interrupt>& interrupt);

} // namespace sandglass::engine::commands

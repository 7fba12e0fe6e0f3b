// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/data_access.h"
#include "app/engine/plan/planner.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/reads/opened_read.h"
#include "app/engine/request/request.h"
#include "app/protocol/namespace.h"

#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::reads {

/// The parsed arguments of an aggregate command. Views are valid as long as the request.
struct AggregateRequest
{
    protocol::Namespace ns; ///< collection "$cmd.aggregate" for {aggregate: 1}
    bson::ValueView stages; ///< the array `pipeline`
    query::Pipeline pipeline;
    plan::QueryShape shape; ///< of the pipeline's leading $match and $sort
    plan::FirstBatch batch;
    bool explain = false;
    bool bounded = false; ///< {sandglassBounded: true}: answer from a block directory alone
    std::size_t stageBytes = query::kStageMemoryBytes; ///< memory limit of each stage
    query::EvaluationContext evaluation;

    /// The precision that the command requires of counts by date.
    catalog::DatePrecision precision() const
    {
        return bounded ? catalog::DatePrecision::Bounded : catalog::DatePrecision::Exact;
    }
    /// Whether the command is {aggregate: 1}.
    bool withoutCollection() const { return ns.collection == "$cmd.aggregate"; }
};

/// Takes over what apiStrict and readConcern of a command demand of the stages of its pipeline.
void takeStageRules(const request::Request& request, query::EvaluationContext& evaluation);

/// Parses an aggregate command. Errors (server): UnknownField, TypeMismatch, FailedToParse without
/// `cursor`, InvalidNamespace for a target that does not match the first stage, those of the
/// stages.
Result<AggregateRequest> parseAggregate(const request::Request& request,
                                        const plan::DataAccess& access);

/// Plans and starts an aggregation. Errors (server): BadValue for a hint that names no index, those
/// of the stages.
Result<OpenedRead> openAggregate(const AggregateRequest& aggregate, const plan::DataAccess& access,
                                 const std::shared_ptr<operations::Interrupt>& interrupt);

} // namespace sandglass::engine::reads

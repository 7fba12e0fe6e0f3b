// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/aggregate_request.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/plan/hint.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/reads/catalog_listing.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/arguments.h"

#include <utility>

namespace sandglass::engine::reads {

using operations::Interrupt;
using plan::DataAccess;
using plan::firstBatchArgument;
using plan::hintArgument;
using plan::kMaxSortBytes;
using plan::MatchCursor;
using plan::matchSource;
using plan::planFor;
using plan::ResolvedView;
using plan::resolveView;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::kBoundedOption;
using request::Request;

namespace {

constexpr std::string_view kAggregateName = "aggregate";
constexpr std::string_view kNoCollection = "$cmd.aggregate";

/// The collection of the aggregation; "$cmd.aggregate" for {aggregate: 1}, which reads none.
Result<protocol::Namespace> target(const Request& request)
{
    const bson::ValueView argument = request.argument();
    if (!argument.isNumber()) {
        return collectionArgument(request);
    }
    if (argument.toExactInt64() != 1) {
        return commandError(ServerCode::FailedToParse,
                            "Invalid command format: the 'aggregate' field must specify a"
                            " collection name or 1");
    }
    return protocol::Namespace{request.database, std::string(kNoCollection)};
}

/// The name and argument of the first stage; empty for an empty pipeline.
bson::Element firstStage(bson::ValueView stages)
{
    const bson::DocumentView list = stages.asDocument();
    if (list.empty() || list.begin()->value.asDocument().empty()) {
        return {};
    }
    return *list.begin()->value.asDocument().begin();
}

/// Checks that the first stage and the target match: some stages need a collection, others must not
/// have one.
Result<void> checkTarget(const AggregateRequest& aggregate)
{
    const std::string first(firstStage(aggregate.stages).key);
    if (!aggregate.withoutCollection() && first == "$documents") {
        return commandError(ServerCode::InvalidNamespace,
                            "'$documents' can only be run with {aggregate: 1}");
    }
    if (!aggregate.withoutCollection()) {
        return {};
    }
    if (first.empty()) {
        return commandError(ServerCode::InvalidNamespace,
                            "{aggregate: 1} is not valid for an empty pipeline.");
    }
    const bool needsCollection
        = !aggregate.pipeline.producesItself() || first == "$collStats" || first == "$indexStats";
    if (needsCollection) {
        return commandError(ServerCode::InvalidNamespace,
                            "{aggregate: 1} is not valid for '" + first
                                + "'; a collection is required.");
    }
    return {};
}

Result<void> parsePipeline(const Request& request, const DataAccess& access,
                           AggregateRequest& aggregate)
{
    aggregate.stages = request.body["pipeline"];
    auto evaluation = access.evaluationOn(request, aggregate.ns);
    TRY(evaluation);
    aggregate.evaluation = std::move(*evaluation);
    takeStageRules(request, aggregate.evaluation);
    auto pipeline = query::Pipeline::parse(aggregate.stages, aggregate.evaluation);
    TRY(pipeline);
    aggregate.pipeline = std::move(*pipeline);
    // the planner sees the leading $match and $sort, so that they can use an index; the pipeline
    // still applies them
    aggregate.shape.filter = aggregate.pipeline.leadingFilter();
    aggregate.shape.sort = aggregate.pipeline.leadingSort().value_or(query::Sort());
    const bson::Element first = firstStage(aggregate.stages);
    if (first.key == "$match") {
        aggregate.shape.filterDocument = first.value.asDocument();
    }
    return {};
}

Result<OpenedRead> openView(const AggregateRequest& aggregate, const ResolvedView& view,
                            const ViewScope& scope)
{
    ViewQuery query{{}, aggregate.shape.hint, aggregate.evaluation};
    for (const bson::Element& stage : aggregate.stages.asDocument()) {
        query.stages.push_back(stage.value.asDocument());
    }
    return openView(view, query, scope);
}

} // namespace

void takeStageRules(const Request& request, query::EvaluationContext& evaluation)
{
    evaluation.stableOnly = request.body["apiStrict"].toBool();
    evaluation.readLevel = request.body["readConcern"].asDocument()["level"].asString();
}

Result<AggregateRequest> parseAggregate(const Request& request, const DataAccess& access)
{
    const Arguments arguments = commandArguments(kAggregateName, request);
    auto ns = target(request);
    TRY(ns);
    AggregateRequest aggregate;
    aggregate.ns = std::move(*ns);
    auto disk = arguments.flag("allowDiskUse", true);
    TRY(disk);
    // The engine never sorts on disk and has a larger limit instead. Clients that forbid the use of
    // the disk expect MongoDB's memory limit.
    if (!*disk) {
        aggregate.stageBytes = kMaxSortBytes;
    }
    auto explain = arguments.flag("explain", false);
    TRY(explain);
    aggregate.explain = *explain;
    if (aggregate.explain && !arguments.value("writeConcern").isMissing()) {
        return commandError(ServerCode::FailedToParse,
                            "Aggregation explain does not support the 'writeConcern' option");
    }
    auto bounded = arguments.flag(kBoundedOption, false);
    TRY(bounded);
    aggregate.bounded = *bounded;
    if (!aggregate.explain && arguments.value("cursor").isMissing()) {
        return commandError(ServerCode::FailedToParse,
                            "The 'cursor' option is required, except for aggregate with the explain"
                            " argument");
    }
    auto batch = firstBatchArgument(kAggregateName, request.body);
    TRY(batch);
    aggregate.batch = *batch;
    TRY(parsePipeline(request, access, aggregate));
    auto hint = hintArgument(kAggregateName, request.body);
    TRY(hint);
    aggregate.shape.hint = *hint;
    TRY(checkTarget(aggregate));
    return aggregate;
}

Result<OpenedRead> openAggregate(const AggregateRequest& aggregate, const DataAccess& access,
                                 const std::shared_ptr<Interrupt>& interrupt)
{
    // a first stage such as $collStats or $documents produces the documents itself, so that neither
    // a view nor a collection is read
    const auto view = resolveView(access.catalog, aggregate.ns);
    TRY(view);
    if (*view && !aggregate.pipeline.producesItself()) {
        return openView(aggregate, **view, {access, interrupt});
    }
    OpenedRead opened;
    opened.environment = std::make_shared<ServerStages>(access, aggregate.ns, interrupt);
    opened.environment->limitMemory(aggregate.stageBytes);
    opened.environment->setCollation(aggregate.evaluation.collation);
    query::DocumentSourcePtr input = catalogListing(aggregate.ns, aggregate.shape.filter, access);
    if (!input && !aggregate.pipeline.producesItself()) {
        const auto collection = access.catalog.find(aggregate.ns);
        auto plan = planFor(collection, aggregate.shape);
        TRY(plan);
        opened.walk = std::make_shared<MatchCursor>(collection, std::move(*plan),
                                                    aggregate.shape.filter, interrupt);
        if (!opened.walk->plan().ordered) {
            opened.walk->noteSort();
        }
        input = matchSource(opened.walk);
    }
    auto source = aggregate.pipeline.run(std::move(input), *opened.environment);
    TRY(source);
    opened.source = std::move(*source);
    return opened;
}

} // namespace sandglass::engine::reads

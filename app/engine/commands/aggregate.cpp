// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/aggregate_request.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/change_stream.h"
#include "app/engine/commands/change_stream_request.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/count_shortcut.h"
#include "app/engine/commands/date_grouping.h"
#include "app/engine/commands/explain_report.h"
#include "app/engine/commands/operation_figures.h"
#include "app/engine/commands/pipeline_output.h"
#include "app/engine/commands/query_sources.h"
#include "app/engine/commands/time_series_counts.h"

#include <utility>

namespace sandglass::engine::commands {

namespace {

/// A pipeline that only counts, answered without reading documents; nullptr when it has to be run.
Result<query::DocumentSourcePtr> countedSource(const AggregateRequest& aggregate, Context& context,
                                               const std::shared_ptr<Interrupt>& interrupt)
{
    const auto view = resolveView(context.catalog, aggregate.ns);
    if (!view)
        return view.error();
    if (*view)
        return countedView(aggregate, **view, {context, interrupt});
    OperationFigures& figures = interrupt->figures();
    const auto collection = context.catalog.find(aggregate.ns);
    if (const auto grouping = dateGrouping(aggregate.stages); grouping && collection) {
        auto groups = groupsByIndex(*grouping, aggregate.shape.hint, *collection);
        if (!groups)
            return groups.error();
        if (*groups)
            figures.plan.set("COUNT_SCAN");
        if (*groups)
            return listSource(std::move(**groups));
    }
    const auto counting = countingPipeline(aggregate.stages);
    if (!counting || !collection || !aggregate.shape.hint.isMissing())
        return query::DocumentSourcePtr();
    const auto shortcut = countShortcut(*collection, counting->filter);
    if (!shortcut)
        return query::DocumentSourcePtr();
    figures.plan.set(planSummary(*shortcut));
    auto count = countBy(*shortcut, *collection);
    if (!count)
        return count.error();
    std::vector<bson::Document> documents;
    if (auto document = counting->result(*count))
        documents.push_back(std::move(*document));
    return listSource(std::move(documents));
}

/// Writes a pipeline's documents away; the reply's cursor is empty then.
Result<query::DocumentSourcePtr> writtenAway(const Request& request, Context& context,
                                             const query::PipelineOutput& output,
                                             query::DocumentSource& source)
{
    auto scope = outputScope(request, context, output);
    if (!scope)
        return scope.error();
    if (auto written = writeOutput(*scope, output, source); !written)
        return written.error();
    return listSource({});
}

} // namespace

Result<void> runAggregate(const Request& request, Context& context, bson::Builder& reply)
{
    if (isChangeStream(request, context))
        return runChangeStream(request, context, reply);
    auto aggregate = parseAggregate(request, context);
    if (!aggregate)
        return aggregate.error();
    auto interrupt = Interrupt::makeShared(request, context.clock);
    if (!interrupt)
        return interrupt.error();
    if (aggregate->explain)
        return reportExplain(request, Verbosity::QueryPlanner, context, reply);

    auto cursor = std::make_unique<Cursor>();
    cursor->ns = aggregate->ns;
    cursor->interrupt = *interrupt;
    auto counted = countedSource(*aggregate, context, *interrupt);
    if (!counted)
        return counted.error();
    if (*counted) {
        cursor->source = std::move(*counted);
    } else {
        auto opened = openAggregate(*aggregate, context, *interrupt);
        if (!opened)
            return opened.error();
        cursor->keepAlive = opened->environment;
        cursor->source = std::move(opened->source);
    }
    if (const auto& output = aggregate->pipeline.output()) {
        auto written = writtenAway(request, context, *output, *cursor->source);
        if (!written)
            return written.error();
        cursor->source = std::move(*written);
    }
    return replyFirstBatch(std::move(cursor), aggregate->batch, context, reply);
}

} // namespace sandglass::engine::commands

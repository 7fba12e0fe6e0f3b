// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/change_stream_reply.h"
#include "app/engine/commands/context.h"
#include "app/engine/explain/explain_report.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/reads/aggregate_request.h"
#include "app/engine/reads/aggregate_shortcut.h"
#include "app/engine/streams/change_stream_request.h"
#include "app/engine/writes/pipeline_output.h"

#include <utility>

namespace sandglass::engine::commands {

using explain::reportExplain;
using explain::Verbosity;
using operations::Interrupt;
using plan::Cursor;
using plan::listSource;
using plan::replyFirstBatch;
using reads::openAggregate;
using reads::parseAggregate;
using reads::shortcutFor;
using request::Request;
using streams::isChangeStream;
using writes::outputScope;
using writes::writeOutput;

namespace {

/// Executes $out or $merge. Returns an empty source, since the reply holds no documents then.
Result<query::DocumentSourcePtr> writtenOut(const Request& request, Context& context,
                                            const query::PipelineOutput& output,
                                            query::DocumentSource& source)
{
    auto scope = outputScope(request, context, output);
    TRY(scope);
    TRY(writeOutput(*scope, output, source));
    return listSource({});
}

} // namespace

Result<void> runAggregate(const Request& request, Context& context, bson::Builder& reply)
{
    if (isChangeStream(request, context.catalog)) {
        return runChangeStream(request, context, reply);
    }
    auto aggregate = parseAggregate(request, context);
    TRY(aggregate);
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    if (aggregate->explain) {
        return reportExplain(request, Verbosity::QueryPlanner, context, reply);
    }

    // Counts of dates and of whole collections come from stored numbers, without reading documents.
    // Only if there are none is the pipeline run.
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = aggregate->ns;
    cursor->interrupt = *interrupt;
    auto shortcut = shortcutFor(*aggregate, context, *interrupt);
    TRY(shortcut);
    if (shortcut->source) {
        cursor->keepAlive = shortcut->environment;
        cursor->source = std::move(shortcut->source);
    } else {
        auto opened = openAggregate(*aggregate, context, *interrupt);
        TRY(opened);
        cursor->keepAlive = opened->environment;
        cursor->source = std::move(opened->source);
    }
    if (const auto& output = aggregate->pipeline.output()) {
        auto written = writtenOut(request, context, *output, *cursor->source);
        TRY(written);
        cursor->source = std::move(*written);
    }
    if (auto sent = replyFirstBatch(std::move(cursor), aggregate->batch, context.cursors, reply);
        !sent || !aggregate->bounded) {
        return sent;
    }
    reply.append("sandglassBound", shortcut->mostOff.value_or(0));
    return {};
}

} // namespace sandglass::engine::commands

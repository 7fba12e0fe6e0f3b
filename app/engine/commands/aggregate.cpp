// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/change_stream_reply.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/explain/explain_report.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/query/stage.h"
#include "app/engine/reads/aggregate_request.h"
#include "app/engine/reads/aggregate_shortcut.h"
#include "app/engine/streams/change_stream_request.h"
#include "app/engine/writes/pipeline_output.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::commands {

using explain::reportExplain;
using explain::Verbosity;
using operations::Interrupt;
using plan::Cursor;
using plan::listSource;
using plan::replyFirstBatch;
using query::checkCommandAllows;
using reads::openAggregate;
using reads::parseAggregate;
using reads::shortcutFor;
using reads::takeStageRules;
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

/// Whether the other fields of the command allow its change stream. Errors (server):
/// ApiStrictError, InvalidOptions, Location4928900.
Result<void> checkStreamAllowed(const Request& request)
{
    query::EvaluationContext rules;
    takeStageRules(request, rules);
    const bson::DocumentView first
        = request.body["pipeline"].asDocument().begin()->value.asDocument();
    TRY(checkCommandAllows(*query::findStage("$changeStream"), first["$changeStream"], rules));
    constexpr int kOfChangeStream = 4928900;
    return request.body["collectionUUID"].isNullish()
        ? Result<void>()
        : protocol::commandError(kOfChangeStream,
                                 "collectionUUID is not supported for a change stream");
}

} // namespace

Result<void> runAggregate(const Request& request, Context& context, bson::Builder& reply)
{
    if (isChangeStream(request, context.catalog)) {
        TRY(checkStreamAllowed(request));
        return runChangeStream(request, context, reply);
    }
    auto aggregate = parseAggregate(request, context);
    TRY(aggregate);
    if (aggregate->withoutCollection() && !request.body["collectionUUID"].isNullish()) {
        constexpr int kNoCollection = 4928901;
        return protocol::commandError(kNoCollection,
                                      "collectionUUID is not supported for a collectionless"
                                      " aggregate");
    }
    TRY(checkCollectionUuid(request, aggregate->ns, context.catalog));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/change_stream_reply.h"

#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/reads/server_stages.h"
#include "app/engine/streams/change_stream.h"

#include <memory>
#include <utility>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::Cursor;
using plan::FirstBatch;
using plan::replyFirstBatch;
using query::DocumentSourcePtr;
using reads::ServerStages;
using request::Request;
using streams::openChangeStream;
using streams::parseChangeStream;

namespace {

/// The events after the stages that follow $changeStream.
Result<DocumentSourcePtr> throughStages(DocumentSourcePtr events, const bson::Document& stages,
                                        const query::EvaluationContext& evaluation,
                                        ServerStages& environment)
{
    if (stages.empty()) {
        return events;
    }
    const bson::Value array = bson::Value::array(stages);
    auto pipeline = query::Pipeline::parse(array, evaluation);
    TRY(pipeline);
    return pipeline->run(std::move(events), environment);
}

} // namespace

Result<void> runChangeStream(const Request& request, Context& context, bson::Builder& reply)
{
    auto stream = parseChangeStream(request, context.catalog);
    TRY(stream);
    stream->truncates = context.facts.atLeast(5, 0);
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = stream->cursorNamespace();
    cursor->interrupt = *interrupt;
    const FirstBatch batch = stream->batch; // copies: the stream is moved below
    const bson::Document stages = stream->otherStages;

    auto opened = openChangeStream(std::move(*stream), context.catalog, *interrupt);
    TRY(opened);
    auto environment = std::make_shared<ServerStages>(context, cursor->ns, *interrupt);
    const auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto source = throughStages(std::move(opened->events), stages, *evaluation, *environment);
    TRY(source);
    cursor->source = std::move(*source);
    cursor->keepAlive = std::move(environment);
    cursor->tail = std::move(opened->place);
    cursor->awaitsData = true;
    return replyFirstBatch(std::move(cursor), batch, context.cursors, reply);
}

} // namespace sandglass::engine::commands

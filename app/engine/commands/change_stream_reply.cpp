// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/change_stream_reply.h"

#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/reads/server_stages.h"
#include "app/engine/streams/change_stream.h"
#include "app/engine/streams/early_match.h"
#include "app/engine/streams/split_event.h"
#include "app/protocol/server_code.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::Cursor;
using plan::FirstBatch;
using plan::replyFirstBatch;
using query::DocumentSourcePtr;
using reads::ServerStages;
using request::Request;
using streams::earlyMatch;
using streams::openChangeStream;
using streams::parseChangeStream;
using streams::splitLargeEvents;

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

/// Refuses a stage that the emulated version does not know yet. Errors (server): Location40324.
Result<void> checkVersion(const streams::ChangeStreamRequest& stream, const Context& context)
{
    constexpr int kUnknownStage = 40324;
    if (!stream.splits || context.facts.atLeast(6, 0)) {
        return {};
    }
    return protocol::commandError(kUnknownStage,
                                  "Unrecognized pipeline stage name: '"
                                      + std::string(streams::kSplitStage) + "'");
}

} // namespace

Result<void> runChangeStream(const Request& request, Context& context, bson::Builder& reply)
{
    auto stream = parseChangeStream(request, context.catalog);
    TRY(stream);
    TRY(checkVersion(*stream, context));
    stream->truncates = context.facts.atLeast(5, 0);
    stream->disambiguates = stream->expanded && context.facts.atLeast(6, 1);
    const auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto early = earlyMatch(stream->otherStages, *evaluation);
    TRY(early);
    stream->early = std::move(*early);
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = stream->cursorNamespace();
    cursor->interrupt = *interrupt;
    const FirstBatch batch = stream->batch; // copies: the stream is moved below
    const bson::Document stages = stream->otherStages;
    const bool splits = stream->splits;
    const std::optional<streams::ResumeToken> after = stream->after;

    auto opened = openChangeStream(std::move(*stream), context.catalog, *interrupt);
    TRY(opened);
    auto environment = std::make_shared<ServerStages>(context, cursor->ns, *interrupt);
    auto source = throughStages(std::move(opened->events), stages, *evaluation, *environment);
    TRY(source);
    cursor->source = splits ? splitLargeEvents(std::move(*source), after) : std::move(*source);
    cursor->keepAlive = std::move(environment);
    cursor->tail = std::move(opened->place);
    cursor->awaitsData = true;
    return replyFirstBatch(std::move(cursor), batch, context.cursors, reply);
}

} // namespace sandglass::engine::commands

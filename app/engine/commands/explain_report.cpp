// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/explain_report.h"

#include "app/engine/commands/context.h"
#include "app/engine/commands/explained.h"
#include "app/engine/plan/query_shape_text.h"
#include "app/engine/request/numbers.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::executionTree;
using plan::planSummary;
using plan::planTree;
using plan::shapeHash;
using plan::shapeOfCommand;
using request::appendNumber;
using request::EngineFacts;
using request::Request;

namespace {

struct Explainer
{
    std::string_view command;
    Result<Explained> (*explain)(const ExplainTask& task);
};

constexpr std::array kExplainers{
    Explainer{"aggregate", explainAggregate},
    Explainer{"count", explainCount},
    Explainer{"delete", explainDelete},
    Explainer{"distinct", explainDistinct},
    Explainer{"find", explainFind},
    Explainer{"findAndModify", explainFindAndModify},
    Explainer{"findandmodify", explainFindAndModify},
    Explainer{"update", explainUpdate},
};

std::string planSummaryOf(const Explained& explained)
{
    return explained.walk ? planSummary(explained.walk->plan()) : std::string();
}

void appendPlanner(const Explained& explained, bson::Builder& reply)
{
    reply.beginDocument("queryPlanner")
        .append("namespace", explained.ns.text())
        .append("indexFilterSet", false)
        .append("parsedQuery", explained.filter)
        .append("queryHash", shapeHash(explained.shape))
        .append("planCacheShapeHash", shapeHash(explained.shape))
        .append("planCacheKey", shapeHash(explained.shape + planSummaryOf(explained)))
        .append("winningPlan", planTree(explained.stages));
    reply.beginArray("rejectedPlans").end();
    reply.end();
}

/// Whether what is read goes through the stages of a pipeline.
bool isStaged(const Explained& explained)
{
    return !explained.laterStages.empty() || !explained.viewStages.empty();
}

void appendExecution(const Explained& explained, std::int64_t millis, Verbosity verbosity,
                     bson::Builder& reply)
{
    reply.beginDocument("executionStats").append("executionSuccess", true);
    appendNumber(reply, "nReturned",
                 isStaged(explained) && explained.walk ? explained.walk->delivered()
                                                       : explained.returned);
    appendNumber(reply, "executionTimeMillis", millis);
    appendNumber(reply, "totalKeysExamined", explained.walk ? explained.walk->keysExamined() : 0);
    appendNumber(reply, "totalDocsExamined",
                 explained.walk ? explained.walk->documentsExamined() : 0);
    reply.append("executionStages", executionTree(explained.stages, millis));
    if (verbosity == Verbosity::AllPlansExecution) {
        reply.beginArray("allPlansExecution").end();
    }
    reply.end();
}

/// The sections themselves, or inside the $cursor stage when other stages follow.
void appendSections(const Explained& explained, std::int64_t millis, Verbosity verbosity,
                    bson::Builder& reply)
{
    const bool staged = isStaged(explained);
    if (staged) {
        reply.beginArray("stages").pushDocument().beginDocument("$cursor");
    }
    appendPlanner(explained, reply);
    if (verbosity != Verbosity::QueryPlanner) {
        appendExecution(explained, millis, verbosity, reply);
    }
    if (!staged) {
        return;
    }
    reply.end().end();
    for (const bson::Document& stage : explained.viewStages) {
        reply.push(stage);
    }
    for (const bson::DocumentView stage : explained.laterStages) {
        reply.push(stage);
    }
    reply.end();
}

void appendServer(const EngineFacts& facts, bson::Builder& reply)
{
    const std::size_t colon = facts.hostAndPort.rfind(':');
    int port = 0;
    if (colon != std::string::npos) {
        const char* end = facts.hostAndPort.data() + facts.hostAndPort.size();
        std::from_chars(facts.hostAndPort.data() + colon + 1, end, port);
    }
    reply.beginDocument("serverInfo")
        .append("host", facts.hostAndPort.substr(0, colon))
        .append("port", std::int32_t{port})
        .append("version", facts.version)
        .end();
}

} // namespace

Result<void> reportExplain(const Request& request, Verbosity verbosity, Context& context,
                           bson::Builder& reply)
{
    const auto explainer = std::ranges::find(kExplainers, request.name, &Explainer::command);
    if (explainer == kExplainers.end() && findCommand(request.name)) {
        return protocol::commandError(protocol::ServerCode::IllegalOperation,
                                      "Explain is not supported for the command " + request.name);
    }
    if (explainer == kExplainers.end()) {
        return protocol::commandError(protocol::ServerCode::CommandNotFound,
                                      "Explain failed due to unknown command: " + request.name);
    }
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    const base::Time start = context.clock.now();
    auto explained
        = explainer->explain({request, context, *interrupt, verbosity != Verbosity::QueryPlanner});
    TRY(explained);
    explained->shape = shapeOfCommand(explained->filter, request.body);
    const std::int64_t millis = context.clock.realTimeOf(context.clock.now() - start).count();
    reply.append("explainVersion", "1");
    appendSections(*explained, millis, verbosity, reply);
    reply.append("command", request.body);
    appendServer(context.facts, reply);
    return {};
}

} // namespace sandglass::engine::commands

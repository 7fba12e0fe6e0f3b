// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/explain/explain_report.h"

#include "app/base/clock.h"
#include "app/engine/explain/explained.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/query_shape_text.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/numbers.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace sandglass::engine::explain {

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

/// A command that can be explained.
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

/// Appends winningPlan. No plan comes from a cache.
void appendPlan(const Explained& explained, const EngineFacts& facts, bson::Builder& reply)
{
    reply.beginDocument("winningPlan");
    if (facts.atLeast(8, 0)) {
        reply.append("isCached", false);
    }
    reply.appendAll(planTree(explained.stages)).end();
}

/// Appends queryPlanner. Clients compare the hashes to group queries by their shape.
void appendPlanner(const Explained& explained, const EngineFacts& facts, bson::Builder& reply)
{
    reply.beginDocument("queryPlanner")
        .append("namespace", explained.ns.text())
        .append("indexFilterSet", false)
        .append("parsedQuery", explained.filter)
        .append("queryHash", shapeHash(explained.shape))
        .append("planCacheShapeHash", shapeHash(explained.shape))
        .append("planCacheKey", shapeHash(explained.shape + planSummaryOf(explained)));
    // limits of MongoDB's planner; this one has none
    if (facts.atLeast(5, 0)) {
        reply.append("maxIndexedOrSolutionsReached", false)
            .append("maxIndexedAndSolutionsReached", false)
            .append("maxScansToExplodeReached", false);
    }
    appendPlan(explained, facts, reply);
    reply.beginArray("rejectedPlans").end(); // the planner compares no plans by running them
    reply.end();
}

/// Whether the documents that are read pass through stages of a pipeline.
bool isStaged(const Explained& explained)
{
    return !explained.laterStages.empty() || !explained.viewStages.empty();
}

/// Appends executionStats: the counts of the cursor that read the documents.
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

/// Appends queryPlanner and executionStats: at the top level, or inside the stage $cursor if the
/// documents pass through further stages.
void appendSections(const Explained& explained, std::int64_t millis, Verbosity verbosity,
                    const EngineFacts& facts, bson::Builder& reply)
{
    const bool staged = isStaged(explained);
    if (staged) {
        reply.beginArray("stages").pushDocument().beginDocument("$cursor");
    }
    appendPlanner(explained, facts, reply);
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

/// Appends the explained command, which names its database like a command of its own.
void appendCommand(const Request& request, bson::Builder& reply)
{
    reply.beginDocument("command").appendAll(request.body);
    if (!request.body.contains("$db")) {
        reply.append("$db", request.database);
    }
    reply.end();
}

/// Appends serverInfo. The port is 0 if the engine listens on a unix socket only.
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
        .append("gitVersion", "sandglass-" + facts.productVersion)
        .end();
}

} // namespace

Result<void> reportExplain(const Request& request, Verbosity verbosity,
                           const writes::WriteAccess& access, bson::Builder& reply)
{
    const auto explainer = std::ranges::find(kExplainers, request.name, &Explainer::command);
    if (explainer == kExplainers.end()) {
        return protocol::commandError(protocol::ServerCode::IllegalOperation,
                                      "Explain is not supported for the command " + request.name);
    }
    auto interrupt = Interrupt::makeShared(request, access.clock);
    TRY(interrupt);
    const base::Time start = access.clock.now();
    auto explained
        = explainer->explain({request, access, *interrupt, verbosity != Verbosity::QueryPlanner});
    TRY(explained);
    // real time: the engine's clock may run faster
    explained->shape = shapeOfCommand(explained->filter, request.body);
    const std::int64_t millis = access.clock.realTimeOf(access.clock.now() - start).count();
    reply.append("explainVersion", "1");
    appendSections(*explained, millis, verbosity, access.facts, reply);
    appendCommand(request, reply);
    appendServer(access.facts, reply);
    return {};
}

} // namespace sandglass::engine::explain

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/protocol/limits.h"

namespace sandglass::engine::commands {

using request::Arguments;
using request::kBoundedOption;
using request::Request;
using request::restUntil;
using streams::appendMemberFields;
using streams::appendTopologyVersion;

namespace {

constexpr int kAwaitFieldsIncomplete = 31368;
constexpr int kNegativeCounter = 31372;
constexpr int kNegativeAwait = 31373;

/// How long the client lets the server hold its reply; zero: not at all. Errors: 14, and those of
/// MongoDB for one field without the other.
Result<base::Millis> awaitTime(const Request& request, const Context& context)
{
    const Arguments arguments("hello", request.body);
    auto known = arguments.document("topologyVersion");
    TRY(known);
    auto limit = arguments.integer("maxAwaitTimeMS");
    TRY(limit);
    if (known->empty() && !limit->has_value()) {
        return base::Millis(0);
    }
    if (known->empty() || !limit->has_value()) {
        return protocol::commandError(
            kAwaitFieldsIncomplete,
            known->empty() ? "A request with 'maxAwaitTimeMS' must include a 'topologyVersion'"
                           : "A request with a 'topologyVersion' must include 'maxAwaitTimeMS'");
    }
    if ((*known)["counter"].toInt64() < 0) {
        return protocol::commandError(kNegativeCounter,
                                      "topologyVersion must have a non-negative counter");
    }
    if (**limit < 0) {
        return protocol::commandError(kNegativeAwait,
                                      "maxAwaitTimeMS must be a non-negative integer");
    }
    const bool same = (*known)["processId"].type() == bson::Type::ObjectId
        && (*known)["processId"].asObjectId() == context.facts.replSet.process;
    return base::Millis(same ? **limit : 0);
}

/// What this server can do beyond MongoDB, for those who know it.
void appendOwnFeatures(const Context& context, bson::Builder& reply)
{
    reply.beginDocument("sandglass").append("version", context.facts.productVersion);
    if (context.clock.rate() != 1) {
        reply.append("clockRate", context.clock.rate());
    }
    reply.beginArray("features");
    if (!context.facts.isStandby() && context.facts.profile != "cosmos") {
        reply.push("dateBlocks"); // counts by dates on TTL fields cost the same whatever the number
        reply.push(kBoundedOption); // count and aggregate take this option
    }
    reply.end().end();
}

} // namespace

// Serves hello and both spellings of isMaster. A client that knows the topology is answered when
// its time is over, since nothing ever changes here; the reply comes alone, without moreToCome.
// Source: app/ttl/SEMANTICS.md 7.1.
Result<void> runHello(const Request& request, Context& context, bson::Builder& reply)
{
    const auto wait = awaitTime(request, context);
    TRY(wait);
    if (restUntil(request, *wait, request::WakeBy::TimeOnly)) {
        return {};
    }
    if (const bson::ValueView client = request.body["client"];
        client.type() == bson::Type::Document) {
        context.records.clients.introduce(request.connectionId, client.asDocument());
    }
    if (request.body["helloOk"].toBool() || request.name == "hello") {
        reply.append("helloOk", true);
    }
    reply.append(request.name == "hello" ? "isWritablePrimary" : "ismaster",
                 !context.facts.isStandby());
    if (context.facts.atLeast(4, 4)) {
        appendTopologyVersion(context.facts, reply);
    }
    appendMemberFields(context.facts, context.catalog, reply);
    reply.append("maxBsonObjectSize", static_cast<std::int32_t>(bson::kMaxDocumentBytes));
    reply.append("maxMessageSizeBytes", protocol::kMaxMessageBytes);
    reply.append("maxWriteBatchSize", std::int32_t{protocol::kMaxWriteBatch});
    reply.append("localTime", bson::Date::from(context.clock.now()));
    if (context.facts.atLeast(3, 6)) { // earlier servers know no sessions
        reply.append("logicalSessionTimeoutMinutes", std::int32_t{30});
    }
    reply.append("connectionId", static_cast<std::int32_t>(request.connectionId & 0x7fffffff));
    reply.append("minWireVersion", std::int32_t{protocol::kMinWireVersion});
    reply.append("maxWireVersion", std::int32_t{context.facts.maxWireVersion});
    reply.append("readOnly", context.writesRefused());
    appendOwnFeatures(context, reply);
    return {};
}

} // namespace sandglass::engine::commands

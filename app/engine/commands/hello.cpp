// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/commands/login.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/protocol/limits.h"
#include "app/protocol/messages/compression.h"

#include <algorithm>

namespace sandglass::engine::commands {

using request::acceptsSeries;
using request::Arguments;
using request::isFurtherReply;
using request::kBoundedOption;
using request::replyAgain;
using request::Request;
using request::suspendUpTo;
using streams::appendMemberFields;
using streams::appendTopologyVersion;

namespace {

constexpr int kAwaitFieldsIncomplete = 31368;
constexpr int kNegativeCounter = 31372;
constexpr int kNegativeAwait = 31373;
constexpr int kSeriesWithoutAwait = 51756;

/// The least time between two replies of a series, whatever the client asks for.
constexpr base::Millis kLeastPause{10};

/// How long the reply may be delayed to wait for a change of the topology; zero: not at all. Errors
/// (server): TypeMismatch; Location31368 for one of the two fields without the other; Location31372
/// and Location31373 for negative values; Location51756 for a series of replies without them.
Result<base::Millis> awaitTime(const Request& request, const Context& context)
{
    const Arguments arguments("hello", request.body);
    auto known = arguments.document("topologyVersion");
    TRY(known);
    auto limit = arguments.integer("maxAwaitTimeMS");
    TRY(limit);
    if (known->empty() && !limit->has_value()) {
        if (acceptsSeries(request)) {
            return protocol::commandError(
                kSeriesWithoutAwait, "A hello request with exhaust must specify 'maxAwaitTimeMS'");
        }
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
    // the topology of the reply before
    if (isFurtherReply(request)) {
        return std::max(base::Millis(**limit), kLeastPause);
    }
    // a client that knows another process (before a restart) must get the new topology at once
    const bool same = (*known)["processId"].type() == bson::Type::ObjectId
        && (*known)["processId"].asObjectId() == context.facts.replSet.process;
    return base::Millis(same ? **limit : 0);
}

/// Appends the features that MongoDB does not have, for clients that know the engine.
void appendOwnFeatures(const Context& context, bson::Builder& reply)
{
    reply.beginDocument("sandglass").append("version", context.facts.productVersion);
    if (context.clock.rate() != 1) {
        reply.append("clockRate", context.clock.rate());
    }
    reply.beginArray("features");
    if (!context.facts.isStandby() && context.facts.profile != "cosmos") {
        reply.push("dateBlocks"); // counts by date take the same time for any number of documents
        reply.push(kBoundedOption); // count and aggregate accept this option
    }
    reply.end().end();
}

/// Appends the compressors that the client names and the engine knows, in the client's order. The
/// engine compresses a reply as its request is compressed. Source: MongoDB manual, MongoDB Wire
/// Protocol, OP_COMPRESSED.
void appendCompressors(const Request& request, bson::Builder& reply)
{
    const bson::ValueView asked = request.body["compression"];
    if (asked.type() != bson::Type::Array) {
        return;
    }
    reply.beginArray("compression");
    for (const bson::Element& name : asked.asDocument()) {
        if (protocol::compressorNamed(name.value.asString())) {
            reply.push(name.value);
        }
    }
    reply.end();
}

/// A driver that only watches the server says who it is, and asks for no login.
void noteWatcher(const Request& request, Context& context)
{
    const bool introduced = request.body["client"].type() == bson::Type::Document;
    if (introduced && !request.body.contains("saslSupportedMechs")
        && !request.body.contains("speculativeAuthenticate")) {
        context.access.noteWatcher(request.connectionId);
    }
}

/// Appends the mechanisms for the user that the client names, the same for every name: nobody can
/// find out which users there are. Errors (server): TypeMismatch, BadValue.
Result<void> appendMechanisms(const Request& request, bson::Builder& reply)
{
    const Arguments arguments("hello", request.body);
    auto user = arguments.text("saslSupportedMechs");
    TRY(user);
    if (!*user) {
        return {};
    }
    if ((*user)->find('.') == std::string_view::npos) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "UserName must contain a '.' separated database.user pair");
    }
    reply.beginArray("saslSupportedMechs").push(access::kMechanism).end();
    return {};
}

/// Appends the answer to a login that the client begins with its hello. None if that is not
/// possible: the client then begins with saslStart, and gets the reason there.
void appendSpeculativeLogin(const Request& request, Context& context, bson::Builder& reply)
{
    const bson::DocumentView fields = request.body["speculativeAuthenticate"].asDocument();
    if (fields["saslStart"].isMissing() || fields["db"].type() != bson::Type::String) {
        return;
    }
    auto start = loginStart(fields, std::string(fields["db"].asString()), request);
    if (!start || context.access.delayOf(*start) > base::Millis(0)) {
        return;
    }
    start->speculative = true;
    if (const auto step = context.access.begin(*start)) {
        reply.beginDocument("speculativeAuthenticate");
        appendStep(*step, reply);
        reply.end();
    }
}

} // namespace

// A client that waits for a change of the topology gets its reply when its time is over, because
// the topology never changes. If it accepts a series of replies, another one follows each time that
// the time is over, until the client leaves. Source: app/ttl/SEMANTICS.md 7.1.
Result<void> runHello(const Request& request, Context& context, bson::Builder& reply)
{
    const auto wait = awaitTime(request, context);
    TRY(wait);
    if (suspendUpTo(request, *wait, request::WakeBy::TimeOnly)) {
        return {};
    }
    if (const bson::ValueView client = request.body["client"];
        client.type() == bson::Type::Document) {
        context.records.clients.introduce(request.connectionId, client.asDocument());
    }
    noteWatcher(request, context);
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
    if (context.facts.atLeast(3, 6)) { // drivers use sessions if this field is present
        reply.append("logicalSessionTimeoutMinutes", std::int32_t{30});
    }
    reply.append("connectionId", static_cast<std::int32_t>(request.connectionId & 0x7fffffff));
    reply.append("minWireVersion", std::int32_t{protocol::kMinWireVersion});
    reply.append("maxWireVersion", std::int32_t{context.facts.maxWireVersion});
    reply.append("readOnly", context.files.writesRefused());
    appendCompressors(request, reply);
    TRY(appendMechanisms(request, reply));
    appendSpeculativeLogin(request, context, reply);
    appendOwnFeatures(context, reply);
    replyAgain(request);
    return {};
}

} // namespace sandglass::engine::commands

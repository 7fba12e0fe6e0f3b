// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/repl_set_facts.h"
#include "app/engine/streams/repl_set_persona.h"

namespace sandglass::engine::commands {

using request::Arguments;
using request::commandArguments;
using request::kConfigVersion;
using request::kTerm;
using request::ReplSetFacts;
using request::Request;
using streams::requireReplicaSet;

namespace {

constexpr int kAlreadyInitialized = 23;

void appendOnlyMember(const Context& context, bson::Builder& reply)
{
    reply.pushDocument()
        .append("_id", std::int32_t{0})
        .append("host", context.facts.replSet.member)
        .append("arbiterOnly", false)
        .append("buildIndexes", true)
        .append("hidden", false)
        .append("priority", 1.0)
        .append("tags", bson::Document())
        .append("secondaryDelaySecs", std::int64_t{0})
        .append("votes", std::int32_t{1})
        .end();
}

} // namespace

Result<void> runReplSetGetConfig(const Request& request, Context& context, bson::Builder& reply)
{
    TRY(requireReplicaSet(context.catalog));
    const ReplSetFacts& facts = context.facts.replSet;
    reply.beginDocument("config");
    reply.append("_id", facts.name).append("version", kConfigVersion);
    reply.append("term", static_cast<std::int32_t>(kTerm));
    reply.beginArray("members");
    appendOnlyMember(context, reply);
    reply.end();
    reply.append("protocolVersion", std::int64_t{1});
    reply.append("writeConcernMajorityJournalDefault", true);
    // MongoDB's default values; the engine uses none of them
    reply.beginDocument("settings")
        .append("chainingAllowed", true)
        .append("heartbeatIntervalMillis", std::int32_t{2000})
        .append("heartbeatTimeoutSecs", std::int32_t{10})
        .append("electionTimeoutMillis", std::int32_t{10000})
        .append("catchUpTimeoutMillis", std::int32_t{-1})
        .append("getLastErrorModes", bson::Document())
        .append("getLastErrorDefaults",
                bson::makeDocument("w", std::int32_t{1}, "wtimeout", std::int32_t{0}))
        .append("replicaSetId", facts.id)
        .end();
    reply.end();
    if (request.body["commitmentStatus"].toBool()) {
        reply.append("commitmentStatus", true);
    }
    return {};
}

// Starting the engine with --replSet initiates the set.
Result<void> runReplSetInitiate(const Request& /*request*/, Context& context,
                                bson::Builder& /*reply*/)
{
    TRY(requireReplicaSet(context.catalog));
    return protocol::commandError(kAlreadyInitialized, "already initialized");
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
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
using request::Request;
using streams::lastOpTime;
using streams::requireReplicaSet;

namespace {

constexpr std::int32_t kPrimary = 1;
constexpr std::int32_t kHealthy = 1;
constexpr std::int64_t kHeartbeatMillis = 2000;

/// Appends the only member: this server, the primary since its start.
void appendMember(const Context& context, const bson::Document& opTime, bson::Builder& reply)
{
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(context.clock.now()
                                                                         - context.facts.startedAt)
                            .count();
    const auto wall = bson::Date::from(context.catalog.oplog()->lastWall());
    reply.pushDocument()
        .append("_id", std::int32_t{0})
        .append("name", context.facts.replSet.member)
        .append("health", double{kHealthy})
        .append("state", kPrimary)
        .append("stateStr", "PRIMARY")
        .append("uptime", static_cast<std::int32_t>(uptime))
        .append("optime", opTime)
        .append("optimeDate", wall)
        .append("lastAppliedWallTime", wall)
        .append("lastDurableWallTime", wall)
        .append("syncSourceHost", "")
        .append("syncSourceId", std::int32_t{-1})
        .append("infoMessage", "")
        .append("electionTime",
                bson::Timestamp{static_cast<std::uint32_t>(
                                    context.facts.startedAt.time_since_epoch().count() / 1000),
                                1})
        .append("electionDate", bson::Date::from(context.facts.startedAt))
        .append("configVersion", kConfigVersion)
        .append("configTerm", static_cast<std::int32_t>(kTerm))
        .append("self", true)
        .append("lastHeartbeatMessage", "")
        .end();
}

} // namespace

Result<void> runReplSetGetStatus(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    TRY(requireReplicaSet(context.catalog));
    // with one member, every write is applied, durable and committed by a majority at once
    const bson::Document opTime = lastOpTime(context.catalog);
    const auto wall = bson::Date::from(context.catalog.oplog()->lastWall());
    reply.append("set", context.facts.replSet.name);
    reply.append("date", bson::Date::from(context.clock.now()));
    reply.append("myState", kPrimary).append("term", kTerm);
    reply.append("syncSourceHost", "").append("syncSourceId", std::int32_t{-1});
    reply.append("heartbeatIntervalMillis", kHeartbeatMillis);
    for (const char* count : {"majorityVoteCount", "writeMajorityCount", "votingMembersCount",
                              "writableVotingMembersCount"}) {
        reply.append(count, std::int32_t{1});
    }
    reply.beginDocument("optimes")
        .append("lastCommittedOpTime", opTime)
        .append("lastCommittedWallTime", wall)
        .append("readConcernMajorityOpTime", opTime)
        .append("appliedOpTime", opTime)
        .append("durableOpTime", opTime)
        .append("writtenOpTime", opTime)
        .append("lastAppliedWallTime", wall)
        .append("lastDurableWallTime", wall)
        .end();
    reply.beginArray("members");
    appendMember(context, opTime, reply);
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands

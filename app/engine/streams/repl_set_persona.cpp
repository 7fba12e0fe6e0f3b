// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/repl_set_persona.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/request.h"
#include "app/protocol/server_code.h"

#include <array>
#include <string>

namespace sandglass::engine::streams {

using request::electionId;
using request::EngineFacts;
using request::kConfigVersion;
using request::kTerm;
using request::kTopologyCounter;
using request::ReplSetFacts;
using request::Request;

namespace {

constexpr int kUnknownWriteConcern = 79;
constexpr int kUnsatisfiableWriteConcern = 100;
constexpr int kNoReplicationEnabled = 76;

// The zero optime has term -1, as at a MongoDB member that has not written anything.
bson::Document opTimeOf(bson::Timestamp timestamp)
{
    return bson::makeDocument("ts", timestamp, "t", timestamp == bson::Timestamp() ? -1 : kTerm);
}

/// A standby reads its primary's files and does not know the primary's address, so it lists only
/// itself. Without the name of a set, drivers treat it as a standalone and read from it without a
/// read preference.
void appendStandbyFields(const ReplSetFacts& facts, bson::Builder& reply)
{
    reply.append("secondary", true);
    if (facts.name.empty()) {
        return;
    }
    reply.beginArray("hosts").push(facts.member).end();
    reply.append("setName", facts.name).append("setVersion", kConfigVersion);
    reply.append("me", facts.member);
}

} // namespace

bool isReplicaSet(const catalog::Catalog& catalog)
{
    return catalog.oplog() != nullptr;
}

bson::Document lastOpTime(const catalog::Catalog& catalog)
{
    const catalog::Oplog* oplog = catalog.oplog();
    return opTimeOf(oplog != nullptr ? oplog->last() : bson::Timestamp());
}

void appendMemberFields(const EngineFacts& facts, const catalog::Catalog& catalog,
                        bson::Builder& reply)
{
    const ReplSetFacts& member = facts.replSet;
    if (facts.isStandby()) {
        appendStandbyFields(member, reply);
        return;
    }
    const catalog::Oplog* oplog = catalog.oplog();
    if (oplog == nullptr) {
        return;
    }
    reply.beginArray("hosts").push(member.member).end();
    reply.append("setName", member.name).append("setVersion", kConfigVersion);
    reply.append("secondary", false).append("primary", member.member).append("me", member.member);
    reply.append("electionId", electionId());
    const bson::Document opTime = lastOpTime(catalog);
    const auto wall = bson::Date::from(oplog->lastWall());
    // one member is the majority: both optimes are the same
    reply.beginDocument("lastWrite")
        .append("opTime", opTime)
        .append("lastWriteDate", wall)
        .append("majorityOpTime", opTime)
        .append("majorityWriteDate", wall)
        .end();
}

void appendClusterTime(const catalog::Catalog& catalog, bson::Builder& reply)
{
    const catalog::Oplog* oplog = catalog.oplog();
    if (oplog == nullptr) {
        return;
    }
    const bson::Timestamp last = oplog->last();
    // without authentication there is no key to sign with: MongoDB sends zeros as well
    const std::array<std::uint8_t, 20> noHash{};
    reply.beginDocument("$clusterTime")
        .append("clusterTime", last)
        .beginDocument("signature")
        .append("hash", bson::Binary{0, noHash})
        .append("keyId", std::int64_t{0})
        .end()
        .end();
    reply.append("operationTime", last);
}

void appendWriteConcernError(const Request& request, const catalog::Catalog& catalog,
                             bson::Builder& reply)
{
    if (!isReplicaSet(catalog)) {
        return;
    }
    const bson::ValueView members = request.body["writeConcern"].asDocument()["w"];
    int code = 0;
    std::string text;
    if (members.isNumber() && members.toInt64() > 1) {
        code = kUnsatisfiableWriteConcern;
        text = "Not enough data-bearing nodes";
    } else if (members.type() == bson::Type::String && members.asString() != "majority") {
        code = kUnknownWriteConcern;
        text = "No write concern mode named '" + std::string(members.asString())
            + "' found in replica set configuration";
    }
    if (code == 0) {
        return;
    }
    reply.beginDocument("writeConcernError")
        .append("code", std::int32_t{code})
        .append("codeName", protocol::codeName(code))
        .append("errmsg", text)
        .end();
}

Result<void> checkCommitQuorum(bson::ValueView quorum, const EngineFacts& facts)
{
    using protocol::commandError;
    using protocol::ServerCode;
    if (quorum.isMissing()) {
        return {};
    }
    if (facts.replSet.name.empty()) {
        return commandError(ServerCode::BadValue, "Standalones can't specify commitQuorum");
    }
    if (quorum.type() == bson::Type::String) {
        return {};
    }
    if (!quorum.isNumber()) {
        return commandError(ServerCode::FailedToParse,
                            "commitQuorum has to be a number or a string");
    }
    if (quorum.toInt64() < 0 || quorum.toInt64() > 1) {
        return commandError(ServerCode::BadValue,
                            "commitQuorum asks for more members than this replica set has");
    }
    return {};
}

void appendCommitQuorum(bson::ValueView quorum, const EngineFacts& facts, bson::Builder& reply)
{
    if (facts.replSet.name.empty()) {
        return;
    }
    if (quorum.isNullish()) {
        reply.append("commitQuorum", "votingMembers");
    } else {
        reply.append("commitQuorum", quorum);
    }
}

void appendTopologyVersion(const EngineFacts& facts, bson::Builder& reply)
{
    reply.beginDocument("topologyVersion")
        .append("processId", facts.replSet.process)
        .append("counter", kTopologyCounter)
        .end();
}

Result<void> requireReplicaSet(const catalog::Catalog& catalog)
{
    if (isReplicaSet(catalog)) {
        return {};
    }
    return protocol::commandError(kNoReplicationEnabled, "not running with --replSet");
}

} // namespace sandglass::engine::streams

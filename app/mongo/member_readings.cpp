// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/member_readings.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"
#include "app/ttl/draft_rules.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/privilege.h"

#include <algorithm>
#include <string_view>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::DocumentView;
using bson::Element;
using bson::makeDocument;
using bson::Type;
using ttl::MemberState;

constexpr const char* kAdminDb = "admin";
// The largest set has 50 members, and a cluster may have hundreds of shards; a server may send
// anything.
constexpr std::size_t kMaxMembers = 2'000;

// Source: MongoDB manual, Replica Set Member States.
MemberState stateOf(std::int64_t state)
{
    switch (state) {
    case 1:
        return MemberState::Primary;
    case 2:
        return MemberState::Secondary;
    case 0: // STARTUP
    case 3: // RECOVERING
    case 5: // STARTUP2
    case 9: // ROLLBACK
        return MemberState::Recovering;
    case 7:
        return MemberState::Arbiter;
    case 8:
        return MemberState::Down;
    case 10:
        return MemberState::Removed;
    default:
        return MemberState::Unknown;
    }
}

std::optional<base::Time> timeAt(DocumentView document, std::string_view key)
{
    const bson::ValueView value = document[key];
    // a member that has not written anything reports the beginning of 1970
    if (value.type() != Type::Date || value.asDate().millis <= 0) {
        return std::nullopt;
    }
    return value.asDate().time();
}

void addMember(std::vector<ttl::Member>& members, ttl::Member member)
{
    const bool known = std::ranges::any_of(members, [&member](const ttl::Member& each) {
        return each.host == member.host && each.shard == member.shard;
    });
    if (!known && !member.host.empty() && members.size() < kMaxMembers) {
        members.push_back(std::move(member));
    }
}

// "rs0/a:27017,b:27017", or "a:27017" in old clusters.
void addHosts(std::string_view hosts, const std::string& shard, std::vector<ttl::Member>& members)
{
    hosts.remove_prefix(std::min(hosts.find('/') + 1, hosts.size()));
    while (!hosts.empty()) {
        const std::size_t comma = std::min(hosts.find(','), hosts.size());
        addMember(members, {std::string(hosts.substr(0, comma)), shard});
        hosts.remove_prefix(std::min(comma + 1, hosts.size()));
    }
}

// A find whose documents stay on the shards. `hint`: the name of an index, or empty.
Document explanation(const ttl::ImpactRequest& request, const std::string& hint)
{
    bson::Builder find;
    find.append("find", request.ns.collection).append("filter", ttl::expiredFilter(request));
    if (!hint.empty()) {
        find.append("hint", hint);
    }
    if (request.collation) {
        find.append("collation", *request.collation);
    }
    // each shard stops there, and one more shows that there are more
    find.append("limit", request.limits.overdue + 1);
    return makeDocument("explain", find.take(), "verbosity", "executionStats");
}

bool isRouter(DocumentView hello)
{
    return hello["msg"].asString() == "isdbgrid";
}

} // namespace

ttl::MemberList membersOfStatus(DocumentView reply)
{
    ttl::MemberList list;
    list.kind = ttl::ClusterKind::ReplicaSet;
    list.set = reply["set"].asString();
    for (const Element& element : reply["members"].asDocument()) {
        const DocumentView entry = element.value.asDocument();
        const bool up = !entry.contains("health") || entry["health"].toInt64() != 0;
        addMember(list.members,
                  {std::string(entry["name"].asString()),
                   {},
                   up ? stateOf(entry["state"].toInt64()) : MemberState::Down,
                   timeAt(entry, "optimeDate")});
    }
    return list;
}

ttl::MemberList membersOfHello(DocumentView reply)
{
    ttl::MemberList list;
    list.set = reply["setName"].asString();
    if (list.set.empty()) {
        list.members.push_back({{}, {}, readMemberHello(reply).state});
        return list;
    }
    list.kind = ttl::ClusterKind::ReplicaSet;
    for (const char* key : {"hosts", "passives", "arbiters"}) {
        for (const Element& element : reply[key].asDocument()) {
            ttl::Member member{std::string(element.value.asString())};
            if (member.host == reply["primary"].asString()) {
                member.state = MemberState::Primary;
            } else if (std::string_view(key) == "arbiters") {
                member.state = MemberState::Arbiter;
            }
            addMember(list.members, std::move(member));
        }
    }
    if (list.members.empty()) {
        list.members.push_back({{}, {}, readMemberHello(reply).state});
    }
    return list;
}

ttl::MemberList membersOfShards(DocumentView reply)
{
    ttl::MemberList list;
    list.kind = ttl::ClusterKind::Sharded;
    for (const Element& element : reply["shards"].asDocument()) {
        const DocumentView entry = element.value.asDocument();
        addHosts(entry["host"].asString(), std::string(entry["_id"].asString()), list.members);
    }
    return list;
}

ttl::MemberStatus readMemberHello(DocumentView reply)
{
    ttl::MemberStatus status;
    status.replicaSet = reply["setName"].asString();
    status.lastWrite = timeAt(reply["lastWrite"].asDocument(), "lastWriteDate");
    const bool primary = reply["isWritablePrimary"].toBool() || reply["ismaster"].toBool();
    const bool inSet = !status.replicaSet.empty();
    if (reply["arbiterOnly"].toBool()) {
        status.state = MemberState::Arbiter;
    } else if (primary) {
        status.state = inSet ? MemberState::Primary : MemberState::Alone;
    } else if (reply["secondary"].toBool()) {
        status.state = inSet ? MemberState::Secondary : MemberState::Standby;
    } else if (inSet || reply["isreplicaset"].toBool()) {
        status.state = MemberState::Recovering;
    }
    return status;
}

// Source: MongoDB manual, Explain Results, Sharded Collection.
Result<std::vector<ttl::ShardOverdue>> overdueOfExplain(DocumentView reply, std::int64_t most)
{
    const DocumentView stages
        = reply["executionStats"].asDocument()["executionStages"].asDocument();
    if (stages["shards"].type() != Type::Array) {
        return base::failure(Errc::Unsupported, "The server does not name the shards.");
    }
    std::vector<ttl::ShardOverdue> overdue;
    for (const Element& element : stages["shards"].asDocument()) {
        const DocumentView entry = element.value.asDocument();
        if (entry["executionSuccess"].type() == Type::Bool && !entry["executionSuccess"].toBool()) {
            return base::failure(Errc::Server, "A shard could not count its documents.");
        }
        const DocumentView counted
            = entry.contains("nReturned") ? entry : entry["executionStages"].asDocument();
        // a shard that does not say how many it found has not found none
        if (!counted["nReturned"].isNumber()) {
            return base::failure(Errc::Unsupported, "A shard does not tell what it has counted.");
        }
        const std::int64_t found = std::max<std::int64_t>(counted["nReturned"].toInt64(), 0);
        overdue.push_back(
            {std::string(entry["shardName"].asString()), std::min(found, most), found > most});
    }
    return overdue;
}

Result<ttl::MemberList> readMembers(Conversation& conversation, const Document& hello)
{
    const bool router = isRouter(hello);
    if (!router && hello["setName"].asString().empty()) {
        return membersOfHello(hello);
    }
    const auto reply = conversation.run(
        kAdminDb, makeDocument(router ? "listShards" : "replSetGetStatus", 1), Access::Read);
    if (reply) {
        ttl::MemberList told = router ? membersOfShards(*reply) : membersOfStatus(*reply);
        if (!told.members.empty()) {
            return told;
        }
    } else if (reply.error().code != Errc::Server && !ttl::isRefusal(reply.error())) {
        return reply.error();
    }
    ttl::MemberList known = router ? ttl::MemberList() : membersOfHello(hello);
    known.kind = router ? ttl::ClusterKind::Sharded : known.kind;
    known.refused = reply
        ? base::failure(Errc::Protocol, "The server's reply names neither members nor shards.")
        : reply.error();
    return known;
}

Result<std::vector<ttl::ShardOverdue>> readOverduePerShard(Conversation& conversation,
                                                           const ttl::ImpactRequest& request)
{
    // `_id` is allowed here: a clustered collection expires by it
    if (request.field != "_id" && ttl::fieldProblem(request.field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    auto reply = conversation.run(request.ns.database, explanation(request, request.indexHint),
                                  Access::Read);
    // the error for the hint of a hidden index, or of one that was dropped since it was listed
    if (!reply && !request.indexHint.empty()
        && reply.error().serverCode == static_cast<int>(protocol::ServerCode::BadValue)) {
        reply = conversation.run(request.ns.database, explanation(request, {}), Access::Read);
    }
    TRY(reply);
    return overdueOfExplain(*reply, request.limits.overdue);
}

} // namespace sandglass::mongo

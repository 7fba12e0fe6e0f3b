// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/service_fixture.h"

#include <chrono>
#include <string>

namespace sandglass::tests {

/// What a member of rs0 answers.
inline ttl::MemberStatus memberStatus(ttl::MemberState state, std::int64_t deleted = 0)
{
    ttl::MemberStatus status;
    status.state = state;
    status.replicaSet = "rs0";
    status.clockOffset = std::chrono::milliseconds(400);
    status.metrics.monitorEnabled = true;
    status.metrics.passes = 1'440;
    status.metrics.deletedDocuments = deleted;
    return status;
}

/// Makes the fake server a set of three members: a.example is the primary, b.example is 42 seconds
/// behind, c.example cannot be reached.
inline void putReplicaSet(ServiceFixture& fixture)
{
    using namespace std::chrono_literals;
    using ttl::MemberState;
    const base::Time now = fixture.clock.now();
    ttl::MemberList list;
    list.kind = ttl::ClusterKind::ReplicaSet;
    list.set = "rs0";
    list.members = {{"a.example:27017", {}, MemberState::Primary, now},
                    {"b.example:27017", {}, MemberState::Secondary, now - 42s},
                    {"c.example:27017", {}, MemberState::Down, {}}};
    FakeMembers& deployment = fixture.server->deployment;
    deployment.set(list);
    deployment.answer("a.example:27017", memberStatus(MemberState::Primary, 1'284'310));
    deployment.answer("b.example:27017", memberStatus(MemberState::Secondary));
}

/// Makes it a router with two shards of one member each, and five overdue documents per rule on the
/// first.
inline void putShards(ServiceFixture& fixture)
{
    ttl::MemberList list;
    list.kind = ttl::ClusterKind::Sharded;
    list.members = {{"a.example:27018", "shard01"}, {"b.example:27018", "shard02"}};
    FakeMembers& deployment = fixture.server->deployment;
    deployment.set(list);
    deployment.answer("a.example:27018", memberStatus(ttl::MemberState::Primary, 12));
    deployment.answer("b.example:27018", memberStatus(ttl::MemberState::Primary, 7));
    deployment.setOverdue({{"shard01", 5, false}});
}

} // namespace sandglass::tests

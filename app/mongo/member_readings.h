// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/ttl/member.h"
#include "app/ttl/requests.h"

#include <vector>

namespace sandglass::mongo {

// Translations of replies are pure. Fields that are missing or have a wrong type are left out,
// since a server may send anything. Any thread.

/// Reads replSetGetStatus.
ttl::MemberList membersOfStatus(bson::DocumentView reply);
/// The hosts that hello (or isMaster) names, for a server that does not tell their states; the
/// server itself if it names none.
ttl::MemberList membersOfHello(bson::DocumentView reply);
/// The hosts of the reply to listShards, without their states.
ttl::MemberList membersOfShards(bson::DocumentView reply);
/// Reads hello (or isMaster): state, set and last write. Leaves clock and metrics unset.
ttl::MemberStatus readMemberHello(bson::DocumentView reply);
/// Reads the explanation of a find with at most `most` results per shard, as mongos gives it.
/// Errors: Unsupported if it does not name shards.
Result<std::vector<ttl::ShardOverdue>> overdueOfExplain(bson::DocumentView reply,
                                                        std::int64_t most);

/// The members of the set, of the shards, or the server itself. `hello`: the handshake's reply.
/// Where the states are refused or not offered, `refused` is set and the hosts of the handshake are
/// listed. Errors: those of Conversation, without refusals.
Result<ttl::MemberList> readMembers(Conversation& conversation, const bson::Document& hello);
/// Counts the overdue documents per shard, by an explanation with executionStats. Errors: those of
/// Conversation and of overdueOfExplain(); InvalidInput for a field that no index may have.
Result<std::vector<ttl::ShardOverdue>> readOverduePerShard(Conversation& conversation,
                                                           const ttl::ImpactRequest& request);

} // namespace sandglass::mongo

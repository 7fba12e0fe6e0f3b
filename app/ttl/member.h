// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/ttl/types.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

/// How a deployment is built.
enum class ClusterKind { Single, ReplicaSet, Sharded };

/// The state of one server of a deployment. Alone: it has no replica set. Recovering: it starts,
/// synchronises or rolls back. Standby: it follows another server without being one of its set.
enum class MemberState {
    Unknown,
    Alone,
    Primary,
    Secondary,
    Standby,
    Recovering,
    Arbiter,
    Down,
    Removed
};

/// A server as its replica set or its router lists it.
struct Member
{
    std::string host; ///< "host:port"; empty: the server of the connection itself
    std::string shard = {}; ///< empty without shards
    MemberState state = MemberState::Unknown; ///< as the set sees it
    std::optional<base::Time> lastWrite = {}; ///< last operation that it has applied

    bool operator==(const Member&) const = default;
};

/// The servers of a deployment.
struct MemberList
{
    ClusterKind kind = ClusterKind::Single;
    std::string set = {}; ///< name of the replica set; empty without one
    std::vector<Member> members; ///< in the server's order
    std::optional<Error> refused
        = {}; ///< why the states are not known; the hosts may be incomplete
};

/// What a server says about itself over a connection of its own.
struct MemberStatus
{
    MemberState state = MemberState::Unknown;
    std::string replicaSet = {}; ///< empty without one
    std::optional<base::Time> lastWrite = {}; ///< last operation that it has applied
    std::optional<std::chrono::milliseconds> clockOffset = {}; ///< its time minus ours; unset: it
                                                               ///< does not tell its time
    TtlMetrics metrics = {}; ///< of its own TTL monitor, since its start

    /// Whether its TTL monitor is the one that deletes: it accepts writes, and the monitor is not
    /// switched off.
    bool deletes() const;
};

/// Overdue documents of one shard.
struct ShardOverdue
{
    std::string shard;
    std::int64_t documents = 0;
    bool atLeast = false; ///< counting has stopped at `documents`

    bool operator==(const ShardOverdue&) const = default;
};

/// setParameter for the database admin, which switches the TTL monitor on or off. Pure.
bson::Document monitorCommand(bool enabled);

/// How far `follower` is behind `primary`; nullopt if one of the two is not known. Not negative,
/// since the two are read at different moments. Pure; any thread.
std::optional<std::chrono::seconds> lagBehind(std::optional<base::Time> primary,
                                              std::optional<base::Time> follower);

} // namespace sandglass::ttl

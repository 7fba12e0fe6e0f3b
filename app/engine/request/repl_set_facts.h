// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <cstdint>
#include <string>

namespace sandglass::engine::request {

/// The only term of a set with one member, and the version of its configuration.
inline constexpr std::int64_t kTerm = 1;
inline constexpr std::int32_t kConfigVersion = 1;

/// The counter of the topology version: nothing ever changes in the topology of one server.
inline constexpr std::int64_t kTopologyCounter = 0;

/// What a member of a replica set knows of itself; fixed after start.
struct ReplSetFacts
{
    std::string name; ///< --replSet; empty: none
    std::string member; ///< host and port under which clients find it
    bson::ObjectId process = bson::ObjectId::generate(); ///< tells this run from others
    bson::ObjectId id; ///< of the set, the same after a restart
};

/// Of the first and only election.
inline bson::ObjectId electionId()
{
    return {{0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1}};
}

} // namespace sandglass::engine::request

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <cstdint>
#include <string>

namespace sandglass::engine::request {

/// A set with one member holds one election and never changes its configuration: the only term, and
/// the version of the configuration.
inline constexpr std::int64_t kTerm = 1;
inline constexpr std::int32_t kConfigVersion = 1;

/// The counter of the topology version. It never increases, because the topology of one server
/// never changes.
inline constexpr std::int64_t kTopologyCounter = 0;

/// The replica set that the engine presents itself as. Does not change after the start.
struct ReplSetFacts
{
    std::string name; ///< --replSet; empty: a standalone server
    std::string member; ///< host and port at which clients reach it
    bson::ObjectId process = bson::ObjectId::generate(); ///< identifies this run of the engine
    bson::ObjectId id; ///< of the set; the same after a restart
};

/// The id of the first and only election, as MongoDB forms it from the term: 7fffffff, then 1.
inline bson::ObjectId electionId()
{
    return {{0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1}};
}

} // namespace sandglass::engine::request

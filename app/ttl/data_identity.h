// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/namespace.h"
#include "app/ttl/call_limits.h"

#include <string>

namespace sandglass::ttl {

class TtlServer;

/// Identifies the data behind a name: a collection that was dropped and created again has the same
/// name and another UUID, and the same address may lead to another replica set. An empty part is
/// not known and matches everything.
struct DataIdentity
{
    std::string replicaSet; ///< the set's name; empty: no replica set, or not known
    std::string collection; ///< UUID in hexadecimal digits; empty: none, or not reported
    bool missing = false; ///< the collection does not exist

    bool operator==(const DataIdentity&) const = default;
};

/// Reads the identity of a collection now; its UUID is empty if it does not exist. Errors: also
/// OtherServer once the address leads to another server than when it was connected to, and the
/// server's. Blocking; any thread.
Result<DataIdentity> readIdentity(TtlServer& server, const protocol::Namespace& ns,
                                  const CallLimits& limits);

/// Succeeds if both may be the same data; a collection that has gone is not. Errors: Conflict,
/// saying what differs. Pure; any thread.
Result<void> checkSameData(const DataIdentity& then, const DataIdentity& now);

} // namespace sandglass::ttl

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/data_identity.h"

#include "app/ttl/ttl_server.h"

#include <algorithm>

namespace sandglass::ttl {

namespace {

bool differ(const std::string& then, const std::string& now)
{
    return !then.empty() && !now.empty() && then != now;
}

} // namespace

Result<DataIdentity> readIdentity(TtlServer& server, const protocol::Namespace& ns,
                                  const CallLimits& limits)
{
    Result<ServerInfo> info = server.serverInfo(limits);
    TRY(info);
    const Result<std::vector<CollectionSpec>> collections = server.collections(ns.database, limits);
    TRY(collections);
    DataIdentity identity;
    identity.replicaSet = std::move(info->replicaSet);
    const auto found = std::ranges::find(*collections, ns, &CollectionSpec::ns);
    identity.missing = found == collections->end();
    if (!identity.missing) {
        identity.collection = found->uuid;
    }
    // the address may lead elsewhere since it was connected to
    TRY(server.checkAlive(limits));
    return identity;
}

Result<void> checkSameData(const DataIdentity& then, const DataIdentity& now)
{
    if (differ(then.replicaSet, now.replicaSet)) {
        return base::failure(Errc::Conflict,
                             "This is the replica set " + now.replicaSet + ", and not "
                                 + then.replicaSet + " as before.")
            .because(base::LocalReason::OtherReplicaSet);
    }
    if (now.missing && !then.collection.empty()) {
        return base::failure(Errc::Conflict,
                             "The collection no longer exists: its UUID was " + then.collection
                                 + '.')
            .because(base::LocalReason::CollectionGone);
    }
    if (differ(then.collection, now.collection)) {
        return base::failure(
                   Errc::Conflict,
                   "The collection was dropped and created again, or renamed: its UUID is "
                       + now.collection + ", and not " + then.collection + " as before.")
            .because(base::LocalReason::CollectionReplaced);
    }
    return {};
}

} // namespace sandglass::ttl

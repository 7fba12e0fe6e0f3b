// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/replication.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/streams/repl_set_persona.h"

#include <algorithm>
#include <string>

namespace sandglass::engine::server {

namespace {

/// The host by which clients on this machine reach a bind address.
std::string reachable(const std::string& bindAddress)
{
    if (bindAddress == "0.0.0.0") {
        return "127.0.0.1";
    }
    if (bindAddress == "::") {
        return "[::1]";
    }
    return bindAddress.find(':') == std::string::npos ? bindAddress : "[" + bindAddress + "]";
}

} // namespace

Result<void> openOplog(const EngineOptions& options, catalog::Catalog& catalog)
{
    if (!options.replSet.empty()) {
        return catalog.startOplog(options.oplogBytes);
    }
    if (!catalog.find(catalog::oplogNamespace())) {
        return {};
    }
    auto dropped = catalog.drop(catalog::oplogNamespace());
    TRY(dropped);
    return {};
}

request::ReplSetFacts replSetFacts(const EngineOptions& options, const catalog::Catalog& catalog,
                                   int port)
{
    request::ReplSetFacts facts;
    facts.name = options.replSet;
    facts.member = port < 0 ? options.unixSocket
                            : reachable(options.bindAddress) + ":" + std::to_string(port);
    // The set's id must stay the same over restarts. The log is created once for a set, so its UUID
    // serves.
    if (const auto log = catalog.find(catalog::oplogNamespace())) {
        const auto uuid = log->uuid();
        std::copy_n(uuid.begin(), facts.id.bytes.size(), facts.id.bytes.begin());
    }
    return facts;
}

void appendReplicationStatus(const request::EngineFacts& facts, const catalog::Catalog& catalog,
                             bson::Builder& status)
{
    if (!streams::isReplicaSet(catalog)) {
        return;
    }
    status.beginDocument("repl").append("isWritablePrimary", true);
    streams::appendTopologyVersion(facts, status);
    streams::appendMemberFields(facts, catalog, status);
    status.end();
}

} // namespace sandglass::engine::server

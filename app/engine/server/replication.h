// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/request/repl_set_facts.h"
#include "app/engine/server/engine_options.h"

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::server {

/// With --replSet: opens the log of writes, or creates it. Without: deletes the log of earlier
/// runs, because the writes of this run would be missing in it. Errors: Storage.
Result<void> openOplog(const EngineOptions& options, catalog::Catalog& catalog);

/// The member's name and address. `port`: the TCP port in use, or −1. Drivers connect to the
/// address in hello and not to the one that they were given, so it must be reachable.
request::ReplSetFacts replSetFacts(const EngineOptions& options, const catalog::Catalog& catalog,
                                   int port);

/// Appends the section `repl` of serverStatus; nothing on a standalone.
void appendReplicationStatus(const request::EngineFacts& facts, const catalog::Catalog& catalog,
                             bson::Builder& status);

} // namespace sandglass::engine::server

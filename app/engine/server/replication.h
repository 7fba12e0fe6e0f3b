// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/request/repl_set_facts.h"
#include "app/engine/server/engine_options.h"

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::commands {
class Context;
}

namespace sandglass::engine::server {

/// With --replSet: starts the log of writes. Without: removes a log of earlier runs, since what is
/// written from now on would be missing in it. Errors: Storage.
Result<void> openOplog(const EngineOptions& options, catalog::Catalog& catalog);

/// What the member knows of itself; `port`: the TCP port in use, or −1. Clients connect to what the
/// member calls itself, so it is the address that they can reach.
request::ReplSetFacts replSetFacts(const EngineOptions& options, const catalog::Catalog& catalog,
                                   int port);

/// Adds the section `repl` to serverStatus; only members of a set have it.
void addReplicationStatus(commands::Context& context);

} // namespace sandglass::engine::server

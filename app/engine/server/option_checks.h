// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/base/result.h"
#include "app/bson/value.h"

namespace sandglass::engine::access {
class Users;
}

namespace sandglass::engine::server {

struct EngineOptions;

/// The options as getCmdLineOpts shows them. Values of parameters stay text, as they were given.
bson::Document parsedOptions(const EngineOptions& options);

/// Logs a warning when everybody can use the server, or nobody can. Errors: InvalidInput for a
/// server that other machines can reach and that has neither a user nor a way to get one.
Result<void> checkUsers(const EngineOptions& options, const access::Users& users, base::Log& log);

/// Logs a warning when other users can read the private key of TLS.
void checkKeyRights(const EngineOptions& options, base::Log& log);

} // namespace sandglass::engine::server

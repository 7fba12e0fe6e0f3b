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

/// Warns in the log of a server that everybody may use, or nobody. Errors: InvalidInput for a
/// server that other machines reach, and that has no user and no way to get one.
Result<void> checkUsers(const EngineOptions& options, const access::Users& users, base::Log& log);

/// Warns in the log when others can read the private key of TLS.
void checkKeyRights(const EngineOptions& options, base::Log& log);

} // namespace sandglass::engine::server

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Request;

// The engine has no users. An error is better than a success: otherwise the client would believe
// that its password was checked.
Result<void> runAuthenticate(const Request& /*request*/, Context& /*context*/,
                             bson::Builder& /*reply*/)
{
    return protocol::commandError(protocol::ServerCode::AuthenticationFailed,
                                  "Authentication failed: this server has no access control and no"
                                  " users; connect without a user name");
}

} // namespace sandglass::engine::commands

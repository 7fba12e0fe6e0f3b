// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// Sessions hold nothing on this server: an lsid is accepted with every command and kept nowhere.
Result<void> runEndSessions(const Request& /*request*/, Context& /*context*/,
                            bson::Builder& /*reply*/)
{
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// Old shells ask for the features of the server's JavaScript engine. The engine has none.
Result<void> runFeatures(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    reply.beginDocument("js").append("utf8", true).end();
    return {};
}

} // namespace sandglass::engine::commands

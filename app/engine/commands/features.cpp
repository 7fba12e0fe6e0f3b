// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// What old shells ask of the server's JavaScript engine; there is none.
Result<void> runFeatures(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    reply.beginDocument("js").append("utf8", true).end();
    return {};
}

} // namespace sandglass::engine::commands

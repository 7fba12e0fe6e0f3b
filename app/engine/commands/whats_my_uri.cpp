// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runWhatsMyUri(const Request& request, Context& /*context*/, bson::Builder& reply)
{
    reply.append("you", request.remote);
    return {};
}

} // namespace sandglass::engine::commands

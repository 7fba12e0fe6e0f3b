// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"

namespace sandglass::engine::commands {

using request::Request;

// Old drivers send logout when they disconnect, whether or not somebody is logged in.
Result<void> runLogout(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    context.access.logout(request.connectionId);
    return {};
}

} // namespace sandglass::engine::commands

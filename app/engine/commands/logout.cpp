// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// Old drivers send logout when they disconnect.
Result<void> runLogout(const Request& /*request*/, Context& /*context*/, bson::Builder& /*reply*/)
{
    return {};
}

} // namespace sandglass::engine::commands

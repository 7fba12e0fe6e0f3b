// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// The engine accepts an lsid with every command and stores nothing for it, so there is nothing to
// end.
Result<void> runEndSessions(const Request& /*request*/, Context& /*context*/,
                            bson::Builder& /*reply*/)
{
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/write_permission.h"

#include "app/engine/commands/context.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

Result<void> checkUnlocked(const Context& context)
{
    if (context.writeGate->locked()) {
        return commandError(ServerCode::LockTimeout,
                            "The server is locked against writes by fsync; use db.fsyncUnlock()"
                            " to unlock");
    }
    return {};
}

Result<void> checkUserWrites(const Context& context, std::string_view database)
{
    if (context.writeGate->blocks(database)) {
        return commandError(ServerCode::UserWritesBlocked, "User writes blocked");
    }
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/write_permission.h"

#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/request/engine_facts.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::writes {

using protocol::commandError;
using protocol::ServerCode;

Result<void> checkUnlocked(const catalog::WriteGate& gate)
{
    if (gate.locked()) {
        return commandError(ServerCode::LockTimeout,
                            "The server is locked against writes by fsync; use db.fsyncUnlock()"
                            " to unlock");
    }
    return {};
}

Result<void> checkUserWrites(const catalog::WriteGate& gate, std::string_view database)
{
    if (gate.blocks(database)) {
        return commandError(ServerCode::UserWritesBlocked, "User writes blocked");
    }
    return {};
}

Result<void> checkMayRemove(const catalog::Collection& collection,
                            const request::EngineFacts& facts)
{
    if (collection.shape()->capped && !facts.atLeast(5, 0)) {
        return commandError(ServerCode::IllegalOperation,
                            "cannot remove from a capped collection: " + collection.ns().text());
    }
    return {};
}

} // namespace sandglass::engine::writes

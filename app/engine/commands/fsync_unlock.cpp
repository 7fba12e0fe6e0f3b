// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runFsyncUnlock(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    // a loop instead of a decrement: two clients must not take the count below 0
    std::int64_t locks = context.gate.fsyncLocks;
    do {
        if (locks == 0) {
            return protocol::commandError(protocol::ServerCode::IllegalOperation,
                                          "fsyncUnlock called when not locked");
        }
    } while (!context.gate.fsyncLocks.compare_exchange_weak(locks, locks - 1));
    reply.append("info", "fsyncUnlock completed").append("lockCount", locks - 1);
    return {};
}

} // namespace sandglass::engine::commands

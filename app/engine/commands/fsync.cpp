// SPDX-License-Identifier: GPL-3.0-or-later
// fsync and fsyncUnlock.
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kFsyncName = "fsync";

} // namespace

// Makes all previous writes durable. With `lock`, no client can write and no TTL pass runs until
// fsyncUnlock has been called as often as fsync.
Result<void> runFsync(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kFsyncName, request);
    auto lock = arguments.flag("lock", false);
    TRY(lock);
    auto timeout = arguments.integer("fsyncLockAcquisitionTimeoutMillis");
    TRY(timeout);
    // locked before the sync, so that no write comes after it
    const std::int64_t locks = *lock ? ++context.gate.fsyncLocks : 0;
    if (auto synced = context.files.sync(); !synced) {
        context.gate.fsyncLocks -= *lock ? 1 : 0;
        return synced;
    }
    if (!*lock) {
        reply.append("numFiles", std::int32_t{1});
        return {};
    }
    reply.append("info", "now locked against writes, use db.fsyncUnlock() to unlock")
        .append("lockCount", locks)
        .append("seeAlso", "http://dochub.mongodb.org/core/fsynccommand");
    return {};
}

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/protocol/server_code.h"

#include <string>

namespace sandglass::engine::commands {

using request::Request;
using streams::isReplicaSet;

namespace {
constexpr int kNoSuchTransaction = 251;
}

// The engine refuses every statement of a transaction, so there is none to commit or abort. Drivers
// ignore this error when they abort.
Result<void> runEndTransaction(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    if (!isReplicaSet(context.catalog)) {
        return protocol::commandError(
            protocol::ServerCode::IllegalOperation,
            "Transaction numbers are only allowed on a replica set member or mongos");
    }
    const std::int64_t number = request.body["txnNumber"].toInt64();
    return protocol::commandError(kNoSuchTransaction,
                                  "Given transaction number " + std::to_string(number)
                                      + " does not match any in-progress transactions: this server"
                                        " has no multi-document transactions.");
}

} // namespace sandglass::engine::commands

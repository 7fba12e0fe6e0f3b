// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/bytes.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/request/arguments.h"

#include <array>
#include <cstdint>
#include <random>

namespace sandglass::engine::commands {

using request::Arguments;
using request::Request;

namespace {

/// The id of a connection, the same in every reply: random bytes of this run, then the connection's
/// number.
std::array<std::uint8_t, 16> connectionUuid(std::uint64_t connectionId)
{
    static const std::uint64_t kRun = [] {
        std::random_device entropy;
        return (std::uint64_t{entropy()} << 32U) | entropy();
    }();
    std::array<std::uint8_t, 16> uuid{};
    bson::storeLittle(uuid.data(), kRun);
    bson::storeLittle(uuid.data() + sizeof(kRun), connectionId);
    return uuid;
}

} // namespace

Result<void> runConnectionStatus(const Request& request, Context& /*context*/, bson::Builder& reply)
{
    auto privileges = Arguments(request.name, request.body).flag("showPrivileges", false);
    TRY(privileges);
    reply.beginDocument("authInfo");
    reply.beginArray("authenticatedUsers").end();
    reply.beginArray("authenticatedUserRoles").end();
    if (*privileges) {
        reply.beginArray("authenticatedUserPrivileges").end();
    }
    reply.end();
    reply.append("uuid", bson::Binary{bson::kUuidSubtype, connectionUuid(request.connectionId)});
    return {};
}

} // namespace sandglass::engine::commands

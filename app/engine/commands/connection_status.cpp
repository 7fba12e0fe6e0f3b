// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/bytes.h"
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/user_arguments.h"
#include "app/engine/request/arguments.h"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

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

Result<void> runConnectionStatus(const Request& request, Context& context, bson::Builder& reply)
{
    auto privileges = Arguments(request.name, request.body).flag("showPrivileges", false);
    TRY(privileges);
    const auto user = context.access.userOf(request.connectionId);
    const std::vector<access::RoleName> roles = context.access.rolesOf(request.connectionId);
    reply.beginDocument("authInfo");
    reply.beginArray("authenticatedUsers");
    if (user) {
        reply.push(bson::makeDocument("user", user->user, "db", user->database));
    }
    reply.end();
    reply.appendArray("authenticatedUserRoles", access::toArray(roles));
    if (*privileges) {
        appendPrivileges("authenticatedUserPrivileges", roles, reply);
    }
    reply.end();
    reply.append("uuid", bson::Binary{bson::kUuidSubtype, connectionUuid(request.connectionId)});
    return {};
}

} // namespace sandglass::engine::commands

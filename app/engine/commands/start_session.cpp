// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

#include <array>
#include <cstdint>
#include <random>

namespace sandglass::engine::commands {

using request::Request;

// The engine stores nothing for a session: it is only an id.
Result<void> runStartSession(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    std::random_device entropy;
    std::array<std::uint8_t, 16> uuid{};
    for (std::uint8_t& byte : uuid) {
        byte = static_cast<std::uint8_t>(entropy());
    }
    // version 4 and variant 1 of RFC 4122: a random UUID
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0fU) | 0x40U);
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3fU) | 0x80U);
    reply.beginDocument("id").append("id", bson::Binary{bson::kUuidSubtype, uuid}).end();
    reply.append("timeoutMinutes", std::int32_t{30});
    return {};
}

} // namespace sandglass::engine::commands

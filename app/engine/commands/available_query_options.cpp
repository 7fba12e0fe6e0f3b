// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// All flags of OP_QUERY but Exhaust (64), which the engine does not support.
Result<void> runAvailableQueryOptions(const Request& /*request*/, Context& /*context*/,
                                      bson::Builder& reply)
{
    constexpr std::int32_t kTailable = 2;
    constexpr std::int32_t kSecondaryOk = 4;
    constexpr std::int32_t kOplogReplay = 8;
    constexpr std::int32_t kNoCursorTimeout = 16;
    constexpr std::int32_t kAwaitData = 32;
    constexpr std::int32_t kPartial = 128;
    reply.append("options",
                 kTailable | kSecondaryOk | kOplogReplay | kNoCursorTimeout | kAwaitData
                     | kPartial);
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

#include <array>
#include <cstdio>
#include <random>

namespace sandglass::engine::commands {

using request::Request;

// Drivers from before SCRAM ask for a nonce when they connect, also without a user name.
Result<void> runGetNonce(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    std::random_device entropy;
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%08x%08x", entropy(), entropy());
    reply.append("nonce", static_cast<const char*>(text.data()));
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

#include <array>
#include <cstdio>
#include <random>

namespace sandglass::engine::commands {

using request::Request;

// Drivers before SCRAM ask for a number that is used once, also when they have no user name.
Result<void> runGetNonce(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    std::random_device entropy;
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%08x%08x", entropy(), entropy());
    reply.append("nonce", static_cast<const char*>(text.data()));
    return {};
}

} // namespace sandglass::engine::commands

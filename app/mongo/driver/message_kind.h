// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace sandglass::mongo {

// Kinds of messages (opCode) that a driver sends and gets. Source: MongoDB manual, MongoDB Wire
// Protocol, Opcodes.

/// The reply to OP_QUERY and OP_GET_MORE.
inline constexpr std::int32_t kOpReply = 1;
/// The first message of old handshakes.
inline constexpr std::int32_t kOpQuery = 2004;
/// Further documents of a legacy cursor.
inline constexpr std::int32_t kOpGetMore = 2005;
/// Another message, compressed.
inline constexpr std::int32_t kOpCompressed = 2012;
/// A command, and its reply.
inline constexpr std::int32_t kOpMsg = 2013;

} // namespace sandglass::mongo

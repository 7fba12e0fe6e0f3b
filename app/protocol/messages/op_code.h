// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace sandglass::protocol {

/// Size of a message header in bytes: length, requestId, responseTo, opCode, each an int32.
inline constexpr std::size_t kHeaderBytes = 16;

/// Kinds of messages. Source: MongoDB manual, MongoDB Wire Protocol, Opcodes.
enum class OpCode : std::int32_t {
    Reply = 1, ///< answers Query and GetMore
    Update = 2001,
    Insert = 2002,
    Query = 2004, ///< carries the first command of old handshakes, too
    GetMore = 2005,
    Delete = 2006,
    KillCursors = 2007,
    Compressed = 2012, ///< holds another message
    Msg = 2013, ///< a command, and its reply
};

/// Flag bits of OP_MSG. Source: MongoDB manual, MongoDB Wire Protocol, OP_MSG.
inline constexpr std::uint32_t kChecksumPresent = 1U << 0U;
inline constexpr std::uint32_t kMoreToCome = 1U << 1U;
inline constexpr std::uint32_t kExhaustAllowed = 1U << 16U;
/// The flags of OP_MSG that a receiver must know. It may ignore the others.
inline constexpr std::uint32_t kRequiredFlags = 0xffffU;

} // namespace sandglass::protocol

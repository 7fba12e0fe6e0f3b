// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/wire/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::wire {

/// The length of the message that begins at `soFar`, in bytes with header; nullopt for fewer than 4
/// bytes. Check it before allocating memory. Pure; any thread. Errors: Protocol for a length below
/// 16 or above 48,000,000.
Result<std::optional<std::size_t>> frameLength(bson::Bytes soFar);

/// Bytes that parse() will read for a whole message: those of the message inside if it is
/// compressed, as it states them. Pure; any thread.
std::size_t plainBytes(bson::Bytes frame);

/// Parses one whole message: OP_MSG, or one of the older opcodes (OP_QUERY, OP_GET_MORE,
/// OP_KILL_CURSORS, OP_INSERT, OP_UPDATE, OP_DELETE), also inside OP_COMPRESSED. Validates every
/// document; see Message::refusal. Pure; any thread. Errors: Protocol; the caller logs it and
/// closes the connection.
Result<Message> parse(std::vector<std::uint8_t> frame);

} // namespace sandglass::engine::wire

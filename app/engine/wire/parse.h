// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/wire/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::wire {

/// The length of the message that begins at `soFar`, header included; nullopt while fewer than 4
/// bytes are there. Errors: Protocol when the length is below 16 or above 48 000 000, before
/// anybody makes room for it.
Result<std::optional<std::size_t>> frameLength(bson::Bytes soFar);

/// Takes one whole message apart: OP_MSG, or one of the opcodes before it (OP_QUERY, OP_GET_MORE,
/// OP_KILL_CURSORS, OP_INSERT, OP_UPDATE, OP_DELETE). Every document in it is validated. Errors:
/// Protocol, with words for the log; the connection cannot go on after that.
Result<Message> parse(std::vector<std::uint8_t> frame);

} // namespace sandglass::engine::wire

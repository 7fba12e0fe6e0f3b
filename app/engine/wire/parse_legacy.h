// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/wire/message.h"

namespace sandglass::engine::wire {

/// Whether the opcode is a request that is older than OP_MSG.
bool isLegacyRequest(OpCode opCode);

/// Parses the rest of a message with a legacy opcode after its header; sets flags, body and legacy.
/// Validates every document; nothing may follow the last one. Namespaces are not checked. Errors:
/// Protocol. Source: MongoDB manual, Legacy Opcodes.
Result<void> readLegacy(Message& message);

} // namespace sandglass::engine::wire

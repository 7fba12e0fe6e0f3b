// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/wire/message.h"

namespace sandglass::engine::wire {

/// Whether that opcode is one of a request from before OP_MSG.
bool isLegacyRequest(OpCode opCode);

/// Takes the content of a message apart whose header has been read and whose opcode is a legacy
/// one; fills flags, body and legacy. Every document is validated, and nothing may follow the last
/// one. Namespaces are kept as sent. Errors: Protocol. Source: MongoDB manual, Legacy Opcodes.
Result<void> readLegacy(Message& message);

} // namespace sandglass::engine::wire

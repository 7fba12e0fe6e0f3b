// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/commands/command.h"

namespace sandglass::engine::commands {

class Context;

/// Answers an aggregate command that isChangeStream(): opens the stream, and its cursor stays open
/// until the stream is invalidated or killed. Errors: those of parseChangeStream(), of the stages
/// that follow, and 286 ChangeStreamHistoryLost when the log does not reach back to the starting
/// point; the cursor gives 286 too when it has fallen behind.
Result<void> runChangeStream(const Request& request, Context& context, bson::Builder& reply);

} // namespace sandglass::engine::commands

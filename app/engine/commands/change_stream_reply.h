// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/request/request.h"

namespace sandglass::engine::commands {

class Context;

/// Answers an aggregate command that isChangeStream(): opens the stream, and its cursor stays open
/// until the stream is invalidated or killed. Errors: those of parseChangeStream(), of
/// openChangeStream() and of the stages that follow.
Result<void> runChangeStream(const request::Request& request, Context& context,
                             bson::Builder& reply);

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/request/request.h"

namespace sandglass::engine::commands {

class Context;

/// Executes an aggregate command for which isChangeStream() is true. Its cursor stays open until
/// the stream is invalidated or the cursor is killed. Errors: those of parseChangeStream(),
/// openChangeStream() and the other stages.
Result<void> runChangeStream(const request::Request& request, Context& context,
                             bson::Builder& reply);

} // namespace sandglass::engine::commands

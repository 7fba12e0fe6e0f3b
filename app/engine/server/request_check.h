// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::commands {
struct Command;
class Context;
} // namespace sandglass::engine::commands

namespace sandglass::engine::server {

/// What is checked of every request before its command runs. `known`: null for an unknown command.
/// Errors (server): CommandNotFound; Unauthorized for a database or a client that may not; those of
/// the declared arguments; why nothing can be written now.
Result<void> checkRequest(const commands::Command* known, const request::Request& request,
                          const commands::Context& context);

} // namespace sandglass::engine::server

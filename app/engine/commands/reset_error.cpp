// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/last_errors.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runResetError(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    context.records.lastErrors.reset(request.connectionId);
    return {};
}

} // namespace sandglass::engine::commands

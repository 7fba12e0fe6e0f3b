// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/writes/write_scope.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::commands {

class Context;

/// The parsed arguments of an insert, update or delete command. Its statements are not parsed yet.
/// Views are valid as long as the request.
struct WriteCommand
{
    writes::WriteScope scope;
    bool ordered = true; ///< no statement runs after one that failed
    std::vector<bson::DocumentView> statements;
};

/// Parses such a command. `list`: the name of the list of its statements. Errors (server): those of
/// writes::writeScope() and writes::writeBatch().
Result<WriteCommand> parseWriteCommand(const request::Request& request, const Context& context,
                                       std::string_view list);

} // namespace sandglass::engine::commands

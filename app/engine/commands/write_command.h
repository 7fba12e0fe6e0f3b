// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/writes/write_scope.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace sandglass::engine::commands {

class Context;

/// An insert, update or delete command, judged but for its statements. Views live as long as the
/// request.
struct WriteCommand
{
    writes::WriteScope scope;
    bool ordered = true; ///< the first statement that fails ends the command
    std::vector<bson::DocumentView> statements;
};

/// `known`: the fields that the command takes; the first is its name, the second the list of its
/// statements. Errors: those of writes::writeScope(), 40415, 14, those of writes::writeBatch().
Result<WriteCommand> parseWriteCommand(const request::Request& request, const Context& context,
                                       std::initializer_list<std::string_view> known);

} // namespace sandglass::engine::commands

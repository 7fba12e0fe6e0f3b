// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/request/request.h"

#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::commands {

class Context;

/// Where a command may run.
enum class Where { AnyDatabase, AdminOnly };

/// One row of the command table. `run` appends the reply's fields without `ok`, which the caller
/// adds; an error becomes an error reply, in which of those fields only `violations` stays.
/// Commands that write check `writes`. An instant one reads no data, takes no lock that anybody
/// holds while working, and is done in microseconds: it may run on the thread that serves all
/// sockets, and currentOp does not list it.
struct Command
{
    std::string_view
        name; ///< MongoDB's spelling; matched without regard to case for the legacy aliases only
    Result<void> (*run)(const request::Request& request, Context& context, bson::Builder& reply);
    Where where = Where::AnyDatabase;
    bool writes = false; ///< refused while writes are
    bool instant = false; ///< never blocks
};

/// The command of that name; nullptr when there is none.
const Command* findCommand(std::string_view name);

/// The whole table, sorted by name.
std::span<const Command> commandTable();

/// Their names, sorted.
std::vector<std::string_view> commandNames();

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/request/request.h"

#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::request {
struct Declaration;
}

namespace sandglass::engine::commands {

class Context;
struct Need;

/// The databases on which a command may run.
enum class Where { AnyDatabase, AdminOnly };

/// One row of the command table.
struct Command
{
    std::string_view name; ///< MongoDB's spelling, the one that replies and listCommands show
    /// Appends the fields of the reply; the caller adds `ok`. An error becomes an error reply,
    /// which keeps only the field `violations` of those.
    Result<void> (*run)(const request::Request& request, Context& context, bson::Builder& reply);
    Where where = Where::AnyDatabase;
    bool writes = false; ///< refused when the store refuses writes, under fsync lock and on a
                         ///< standby
    bool instant = false; ///< reads no data, takes no lock that is held for long, and ends within
                          ///< microseconds: runs on the I/O thread; currentOp does not list it
};

/// The command of that name. Also finds old spellings, such as "findandmodify", in any case.
/// nullptr when there is none.
const Command* findCommand(std::string_view name);

/// The arguments of a command of the table.
const request::Declaration& declarationOf(const Command& command);

/// What a client must be allowed to do for a command of the table.
const Need& needOf(const Command& command);

/// The whole table, sorted by name.
std::span<const Command> commandTable();

/// The names of all commands, sorted.
std::vector<std::string_view> commandNames();

} // namespace sandglass::engine::commands

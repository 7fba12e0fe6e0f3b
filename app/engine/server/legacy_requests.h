// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/wire/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::server {

/// The command that a message older than OP_MSG is translated to. Views live as long as the
/// message.
struct LegacyCommand
{
    std::string name; ///< as in the command table
    std::string database;
    bson::Document body;
    std::string_view sequence; ///< name of the list beside the body; empty: none
    std::vector<bson::DocumentView> documents; ///< of that list
};

// The functions below are pure; any thread.

/// The part of a namespace before its first dot.
std::string_view databaseOf(std::string_view ns);

/// A query of a collection as `find`, or as `explain` when it has $explain: true. A negative
/// numberToReturn, and 1, ask for that many documents and no cursor. Errors (server): BadValue for
/// the flag Exhaust with a tailable cursor, whose batches would have no end.
Result<LegacyCommand> commandOf(const wire::LegacyQuery& query, const wire::Message& message);
/// OP_GET_MORE as `getMore`.
LegacyCommand commandOf(const wire::LegacyGetMore& more);
/// OP_KILL_CURSORS as `killCursors`. The message names no collection, so the command names none
/// that exists; cursors are found by their ids.
LegacyCommand commandOf(const wire::LegacyKillCursors& kill);
/// OP_INSERT as `insert`. `flags`: those of the message. The documents are in `documents`.
LegacyCommand commandOf(const wire::LegacyInsert& insert, std::uint32_t flags);
/// OP_UPDATE as `update`. `flags`: those of the message.
LegacyCommand commandOf(const wire::LegacyUpdate& update, std::uint32_t flags);
/// OP_DELETE as `delete`. `flags`: those of the message.
LegacyCommand commandOf(const wire::LegacyDelete& removal, std::uint32_t flags);

/// The command for a query on `<database>.$cmd.sys.inprog`, `.killop` or `.unlock`, as old shells
/// send it; nullopt for any other namespace.
std::optional<LegacyCommand> systemCommandOf(const wire::LegacyQuery& query,
                                             const wire::Message& message);

} // namespace sandglass::engine::server

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

/// The command that a message from before OP_MSG stands for. Views live as long as the message.
struct LegacyCommand
{
    std::string name; ///< as the command table has it
    std::string database;
    bson::Document body;
    std::string_view sequence; ///< name of the list beside the body; empty: none
    std::vector<bson::DocumentView> documents; ///< of that list
};

/// The part of a namespace before its first dot.
std::string_view databaseOf(std::string_view ns);

/// A query of a collection as `find`; as `explain` with {$explain: true} around it. A negative
/// numberToReturn, and 1, ask for that many documents and no cursor. Errors: 2 for the flag
/// Exhaust, which wants several replies.
Result<LegacyCommand> commandOf(const wire::LegacyQuery& query, const wire::Message& message);
LegacyCommand commandOf(const wire::LegacyGetMore& more);
/// Any database will do; the namespace of a cursor is not sent.
LegacyCommand commandOf(const wire::LegacyKillCursors& kill);
/// `flags`: those of the message. The documents travel beside the body.
LegacyCommand commandOf(const wire::LegacyInsert& insert, std::uint32_t flags);
LegacyCommand commandOf(const wire::LegacyUpdate& update, std::uint32_t flags);
LegacyCommand commandOf(const wire::LegacyDelete& removal, std::uint32_t flags);

/// The command behind the collections `<database>.$cmd.sys.inprog`, `.killop` and `.unlock`, which
/// old shells queried; nullopt for any other namespace.
std::optional<LegacyCommand> systemCommandOf(const wire::LegacyQuery& query,
                                             const wire::Message& message);

} // namespace sandglass::engine::server

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/legacy_requests.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"

#include <array>
#include <cstdlib>
#include <utility>

namespace sandglass::engine::server {

namespace {

/// A field beside $query, and the field of `find` with the same meaning.
struct Modifier
{
    std::string_view legacy;
    std::string_view modern;
};

/// Without $snapshot and $maxScan, which have no meaning today, and $explain, which makes another
/// command. Source: MongoDB manual, OP_QUERY and Query Modifiers.
constexpr std::array kModifiers{
    Modifier{"$orderby", "sort"},
    Modifier{"orderby", "sort"},
    Modifier{"$hint", "hint"},
    Modifier{"$maxTimeMS", "maxTimeMS"},
    Modifier{"$min", "min"},
    Modifier{"$max", "max"},
    Modifier{"$comment", "comment"},
    Modifier{"$returnKey", "returnKey"},
    Modifier{"$showDiskLoc", "showRecordId"},
    Modifier{"$readPreference", "$readPreference"},
};

std::string_view collectionOf(std::string_view ns)
{
    const std::size_t dot = ns.find('.');
    return dot == std::string_view::npos ? std::string_view() : ns.substr(dot + 1);
}

void appendModifiers(bson::DocumentView whole, bson::Builder& find)
{
    for (const Modifier& modifier : kModifiers) {
        find.append(modifier.modern, whole[modifier.legacy]);
    }
}

void appendCounts(const wire::LegacyQuery& query, bson::Builder& find)
{
    if (query.numberToSkip != 0) {
        find.append("skip", query.numberToSkip);
    }
    // 64 bits: the absolute value of the smallest 32-bit number does not fit in 32
    const auto wanted = static_cast<std::int64_t>(query.numberToReturn);
    if (wanted < 0 || wanted == 1) {
        find.append("limit", std::abs(wanted)).append("singleBatch", true);
    } else if (wanted > 0) {
        find.append("batchSize", wanted);
    }
}

void appendFlags(std::uint32_t flags, bson::Builder& find)
{
    if ((flags & wire::kTailableCursor) != 0) {
        find.append("tailable", true);
    }
    if ((flags & wire::kAwaitData) != 0) {
        find.append("awaitData", true);
    }
    if ((flags & wire::kNoCursorTimeout) != 0) {
        find.append("noCursorTimeout", true);
    }
    if ((flags & wire::kPartial) != 0) {
        find.append("allowPartialResults", true);
    }
}

bson::Document findOf(const wire::LegacyQuery& query, const wire::Message& message)
{
    bson::Builder find;
    find.append("find", collectionOf(query.ns)).append("filter", message.body);
    // {$query: {…}, $orderby: …}: the parser has made the inner document the body
    const bool wrapped = message.body.bytes().data() != query.whole.bytes().data();
    if (wrapped) {
        appendModifiers(query.whole, find);
    }
    if (!query.fields.empty()) {
        find.append("projection", query.fields);
    }
    appendCounts(query, find);
    appendFlags(message.flags, find);
    return find.take();
}

/// A write command whose documents travel beside the body.
LegacyCommand writeOf(std::string_view name, std::string_view ns, bool ordered)
{
    LegacyCommand command;
    command.name = name;
    command.database = databaseOf(ns);
    command.body = bson::makeDocument(name, collectionOf(ns), "ordered", ordered);
    return command;
}

/// A write command with a single statement.
LegacyCommand writeOf(std::string_view name, std::string_view ns, std::string_view list,
                      const bson::Document& statement)
{
    LegacyCommand command;
    command.name = name;
    command.database = databaseOf(ns);
    bson::Builder body;
    body.append(name, collectionOf(ns)).beginArray(list).push(statement).end();
    command.body = body.take();
    return command;
}

} // namespace

std::string_view databaseOf(std::string_view ns)
{
    return ns.substr(0, ns.find('.'));
}

Result<LegacyCommand> commandOf(const wire::LegacyQuery& query, const wire::Message& message)
{
    if (message.exhausts() && (message.flags & wire::kTailableCursor) != 0) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "The flag Exhaust of OP_QUERY is not supported for a tailable"
                                      " cursor; ask for more with OP_GET_MORE");
    }
    LegacyCommand command;
    command.name = "find";
    command.database = databaseOf(query.ns);
    command.body = findOf(query, message);
    if (query.whole["$explain"].toBool()) {
        command.name = "explain";
        command.body
            = bson::makeDocument("explain", command.body, "verbosity", "allPlansExecution");
    }
    return command;
}

LegacyCommand commandOf(const wire::LegacyGetMore& more)
{
    LegacyCommand command;
    command.name = "getMore";
    command.database = databaseOf(more.ns);
    bson::Builder body;
    body.append("getMore", more.cursorId).append("collection", collectionOf(more.ns));
    if (more.numberToReturn != 0) {
        body.append("batchSize", std::abs(static_cast<std::int64_t>(more.numberToReturn)));
    }
    command.body = body.take();
    return command;
}

LegacyCommand commandOf(const wire::LegacyKillCursors& kill)
{
    LegacyCommand command;
    command.name = "killCursors";
    command.database = "admin";
    bson::Builder body;
    body.append("killCursors", "$cmd.aggregate").beginArray("cursors");
    for (const std::int64_t id : kill.cursorIds) {
        body.push(id);
    }
    command.body = body.end().take();
    return command;
}

LegacyCommand commandOf(const wire::LegacyInsert& insert, std::uint32_t flags)
{
    LegacyCommand command = writeOf("insert", insert.ns, (flags & wire::kContinueOnError) == 0);
    command.sequence = "documents";
    command.documents = insert.documents;
    return command;
}

LegacyCommand commandOf(const wire::LegacyUpdate& update, std::uint32_t flags)
{
    return writeOf("update", update.ns, "updates",
                   bson::makeDocument("q", update.filter, "u", update.update, "multi",
                                      (flags & wire::kMultiUpdate) != 0, "upsert",
                                      (flags & wire::kUpsert) != 0));
}

LegacyCommand commandOf(const wire::LegacyDelete& removal, std::uint32_t flags)
{
    const std::int32_t limit = (flags & wire::kSingleRemove) != 0 ? 1 : 0;
    return writeOf("delete", removal.ns, "deletes",
                   bson::makeDocument("q", removal.filter, "limit", limit));
}

std::optional<LegacyCommand> systemCommandOf(const wire::LegacyQuery& query,
                                             const wire::Message& message)
{
    constexpr std::array kNames{Modifier{"$cmd.sys.inprog", "currentOp"},
                                Modifier{"$cmd.sys.killop", "killOp"},
                                Modifier{"$cmd.sys.unlock", "fsyncUnlock"}};
    for (const Modifier& entry : kNames) {
        if (collectionOf(query.ns) != entry.legacy) {
            continue;
        }
        LegacyCommand command;
        command.name = entry.modern;
        command.database = databaseOf(query.ns);
        bson::Builder body;
        body.append(entry.modern, 1).appendAll(message.body);
        command.body = body.take();
        return command;
    }
    return std::nullopt;
}

} // namespace sandglass::engine::server

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/parse_legacy.h"

#include "app/engine/wire/reader.h"

#include <string>
#include <utility>

namespace sandglass::engine::wire {

namespace {

using bson::DocumentView;

constexpr const char* kNamespace = "namespace";

// The command or filter inside {$query: …} or {query: …}. Old drivers use this wrapper to send
// options.
DocumentView withoutWrapper(DocumentView query)
{
    if (const bson::ValueView inner = query["$query"]; inner.type() == bson::Type::Document) {
        return inner.asDocument();
    }
    const auto first = query.begin();
    const bool wrapped = first != query.end() && first->key == "query"
        && first->value.type() == bson::Type::Document;
    return wrapped ? first->value.asDocument() : query;
}

Result<void> nothingFollows(const Reader& reader, const char* opCode)
{
    if (!reader.atEnd()) {
        return broken(std::string("Bytes follow the content of ") + opCode + ".");
    }
    return {};
}

Result<void> readQuery(Reader& reader, Message& message)
{
    LegacyQuery query;
    auto ns = reader.cString(kNamespace);
    TRY(ns);
    auto skip = reader.int32("numberToSkip");
    TRY(skip);
    auto count = reader.int32("numberToReturn");
    TRY(count);
    auto document = reader.document("query");
    TRY(document);
    if (!reader.atEnd()) {
        auto fields = reader.document("field selector");
        TRY(fields);
        query.fields = *fields;
    }
    query.ns = *ns;
    query.numberToSkip = *skip;
    query.numberToReturn = *count;
    query.whole = *document;
    message.body = withoutWrapper(*document);
    message.legacy = query;
    return nothingFollows(reader, "OP_QUERY");
}

Result<void> readGetMore(Reader& reader, Message& message)
{
    auto ns = reader.cString(kNamespace);
    TRY(ns);
    auto count = reader.int32("numberToReturn");
    TRY(count);
    auto cursor = reader.int64("cursor");
    TRY(cursor);
    message.legacy = LegacyGetMore{*ns, *count, *cursor};
    return nothingFollows(reader, "OP_GET_MORE");
}

Result<void> readKillCursors(Reader& reader, Message& message)
{
    auto count = reader.int32("number of cursors");
    TRY(count);
    // The ids must fill the rest of the message. Memory is allocated for the bytes that arrived,
    // and not for the count, which may be a lie.
    if (*count < 0
        || static_cast<std::size_t>(*count) * sizeof(std::int64_t) != reader.rest().size()) {
        return broken("The number of cursors in OP_KILL_CURSORS is wrong.");
    }
    LegacyKillCursors kill;
    while (!reader.atEnd()) {
        auto id = reader.int64("cursor");
        TRY(id);
        kill.cursorIds.push_back(*id);
    }
    message.legacy = std::move(kill);
    return {};
}

Result<void> readInsert(Reader& reader, Message& message)
{
    auto ns = reader.cString(kNamespace);
    TRY(ns);
    LegacyInsert insert{*ns, {}};
    while (!reader.atEnd()) {
        auto document = reader.document("document");
        TRY(document);
        insert.documents.push_back(*document);
    }
    message.legacy = std::move(insert);
    return {};
}

/// Reads namespace and flags, with which OP_UPDATE and OP_DELETE begin.
Result<std::string_view> readTarget(Reader& reader, Message& message)
{
    auto ns = reader.cString(kNamespace);
    TRY(ns);
    auto flags = reader.int32("flags");
    TRY(flags);
    message.flags = static_cast<std::uint32_t>(*flags);
    return ns;
}

Result<void> readUpdate(Reader& reader, Message& message)
{
    auto ns = readTarget(reader, message);
    TRY(ns);
    auto filter = reader.document("selector");
    TRY(filter);
    auto update = reader.document("update");
    TRY(update);
    message.legacy = LegacyUpdate{*ns, *filter, *update};
    return nothingFollows(reader, "OP_UPDATE");
}

Result<void> readDelete(Reader& reader, Message& message)
{
    auto ns = readTarget(reader, message);
    TRY(ns);
    auto filter = reader.document("selector");
    TRY(filter);
    message.legacy = LegacyDelete{*ns, *filter};
    return nothingFollows(reader, "OP_DELETE");
}

} // namespace

bool isLegacyRequest(OpCode opCode)
{
    return opCode == OpCode::Query || opCode == OpCode::GetMore || opCode == OpCode::KillCursors
        || opCode == OpCode::Insert || opCode == OpCode::Update || opCode == OpCode::Delete;
}

Result<void> readLegacy(Message& message)
{
    Reader reader(message.frame().subspan(kHeaderBytes));
    // OP_QUERY and OP_INSERT have their flags here. The other opcodes have a reserved zero, which
    // is not checked.
    auto first = reader.int32("flags");
    TRY(first);
    message.flags = static_cast<std::uint32_t>(*first);
    switch (message.opCode) {
    case OpCode::Query:
        return readQuery(reader, message);
    case OpCode::GetMore:
        return readGetMore(reader, message);
    case OpCode::KillCursors:
        return readKillCursors(reader, message);
    case OpCode::Insert:
        return readInsert(reader, message);
    case OpCode::Update:
        return readUpdate(reader, message);
    default:
        return readDelete(reader, message);
    }
}

} // namespace sandglass::engine::wire

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/reply_cursor.h"

#include "app/bson/validate.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/query/work_memory.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/operation_figures.h"
#include "app/protocol/limits.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::plan {

using operations::Interrupt;
using request::Arguments;

namespace {

constexpr int kChangeStreamFatalError = 280;
// What a document takes in its array besides itself: type, index as text, NUL.
constexpr std::size_t kBytesAroundDocument = 10;

/// The cursor's next document, those of readAhead first. The view is valid until the next call; a
/// document of readAhead is moved into `held`.
Result<std::optional<bson::DocumentView>> draw(Cursor& cursor, bson::Document& held)
{
    if (cursor.readAhead.empty()) {
        return cursor.source->nextView();
    }
    held = std::move(cursor.readAhead.front());
    cursor.readAhead.erase(cursor.readAhead.begin());
    cursor.readAheadHeld.give(held.view().size());
    return std::optional(held.view());
}

/// Remembers the resume token of an event. The pipeline must not have removed or changed it,
/// because the client could not resume the stream without it.
Result<void> keepToken(Cursor& cursor, bson::DocumentView document)
{
    if (!cursor.isChangeStream()) {
        return {};
    }
    const bson::DocumentView token = document["_id"].asDocument();
    if (!token.contains("_data")) {
        return protocol::commandError(
            kChangeStreamFatalError,
            "Encountered an event whose _id field, which contains the resume token, was modified "
            "by the pipeline. Modifying the _id field of an event makes it impossible to resume "
            "the stream from that point. Only transformations that retain the unmodified _id field "
            "are allowed.");
    }
    cursor.lastToken = bson::Document(token);
    return {};
}

/// Counts one document of a batch for the operation that fills it.
void countReturned(const Cursor& cursor)
{
    if (cursor.interrupt) {
        ++cursor.interrupt->figures().returned;
    }
}

} // namespace

void appendPosition(const Cursor& cursor, bson::Builder& reply)
{
    if (!cursor.tail) {
        return;
    }
    bson::Document position = cursor.readAhead.empty() ? cursor.tail->position() : cursor.lastToken;
    if (!position.empty()) {
        reply.append("postBatchResumeToken", position);
    }
}

Result<bool> fillBatch(Cursor& cursor, std::optional<std::int64_t> size, bson::Builder& reply)
{
    if (size && *size == 0) {
        return true;
    }
    std::int64_t documents = 0;
    std::size_t bytes = 0;
    query::WorkMemory memory("a reply");
    bson::Document held;
    while (true) {
        const auto document = draw(cursor, held);
        TRY(document);
        if (!document->has_value()) {
            return cursor.tail && !cursor.tail->ended();
        }
        // Reads one document more than fits. Only so it knows whether the cursor is exhausted and
        // can be closed with this reply.
        const std::size_t more = (*document)->size();
        // a document that a pipeline computed may be larger than clients accept
        if (more > bson::kMaxMessageDocumentBytes) {
            return protocol::commandError(protocol::ServerCode::BsonObjectTooLarge,
                                          "BSONObj size: " + std::to_string(more)
                                              + " is invalid. Size must be between 0 and "
                                              + std::to_string(bson::kMaxMessageDocumentBytes));
        }
        const bool full = (size && documents == *size)
            || (documents > 0 && bytes + more + kBytesAroundDocument > bson::kMaxDocumentBytes);
        if (full) {
            cursor.readAhead.emplace_back(**document);
            cursor.readAheadHeld.take(more);
            return true;
        }
        TRY(memory.use(bytes + more));
        TRY(keepToken(cursor, **document));
        reply.push(**document);
        countReturned(cursor);
        ++documents;
        bytes += more + kBytesAroundDocument;
    }
}

Result<void> replyFirstBatch(std::unique_ptr<Cursor> cursor, FirstBatch batch,
                             CursorRegistry& cursors, bson::Builder& reply)
{
    // copies: once keep() has the cursor, another request may use or close it
    const std::string ns = cursor->ns.text();
    const std::shared_ptr<Interrupt> interrupt = cursor->interrupt;
    reply.beginDocument("cursor").beginArray("firstBatch");
    auto more = fillBatch(*cursor, batch.size.value_or(std::int64_t{protocol::kDefaultFirstBatch}),
                          reply);
    TRY(more);
    reply.end();
    appendPosition(*cursor, reply);
    std::int64_t id = 0;
    if (*more && !batch.only) {
        cursor->owner = interrupt ? request::ownerOf(interrupt->figures()) : std::string();
        id = cursors.keep(std::move(cursor));
    }
    if (interrupt) {
        interrupt->figures().readsCursor = true;
        interrupt->figures().cursorId = id;
    }
    reply.append("id", id).append("ns", ns).end();
    return {};
}

Result<FirstBatch> firstBatchArgument(std::string_view command, bson::DocumentView fields)
{
    const Arguments outer(command, fields);
    auto cursor = outer.document("cursor");
    TRY(cursor);
    const Arguments arguments(std::string(command) + ".cursor", *cursor);
    TRY(arguments.onlyKnown({"batchSize"}));
    auto size = arguments.count("batchSize");
    TRY(size);
    return FirstBatch{*size, false};
}

} // namespace sandglass::engine::plan

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/reply_cursor.h"

#include "app/bson/validate.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/protocol/limits.h"

#include <string>
#include <utility>

namespace sandglass::engine::commands {

namespace {

Result<std::optional<bson::Document>> draw(Cursor& cursor)
{
    if (cursor.readAhead.empty())
        return cursor.source->next();
    std::optional<bson::Document> first(std::move(cursor.readAhead.front()));
    cursor.readAhead.erase(cursor.readAhead.begin());
    return first;
}

} // namespace

Result<bool> fillBatch(Cursor& cursor, std::optional<std::int64_t> size, bson::Builder& reply)
{
    if (size && *size == 0)
        return true;
    std::int64_t documents = 0;
    std::size_t bytes = 0;
    while (true) {
        auto document = draw(cursor);
        if (!document)
            return document.error();
        if (!document->has_value())
            return false;
        const std::size_t more = (*document)->view().size();
        const bool full = (size && documents == *size)
            || (documents > 0 && bytes + more > bson::kMaxDocumentBytes);
        if (full) {
            cursor.readAhead.push_back(std::move(**document));
            return true;
        }
        reply.push(**document);
        ++documents;
        bytes += more;
    }
}

Result<void> replyFirstBatch(std::unique_ptr<Cursor> cursor, FirstBatch batch, Context& context,
                             bson::Builder& reply)
{
    const std::string ns = cursor->ns.text();
    reply.beginDocument("cursor").beginArray("firstBatch");
    auto more = fillBatch(*cursor, batch.size.value_or(std::int64_t{protocol::kDefaultFirstBatch}),
                          reply);
    if (!more)
        return more.error();
    reply.end();
    std::int64_t id = 0;
    if (*more && !batch.only)
        id = context.cursors.keep(std::move(cursor));
    reply.append("id", id).append("ns", ns).end();
    return {};
}

Result<FirstBatch> firstBatchArgument(std::string_view command, bson::DocumentView fields)
{
    const Arguments outer(command, fields);
    auto cursor = outer.document("cursor");
    if (!cursor)
        return cursor.error();
    const Arguments arguments(std::string(command) + ".cursor", *cursor);
    if (auto good = arguments.onlyKnown({"batchSize"}, false); !good)
        return good.error();
    auto size = arguments.count("batchSize");
    if (!size)
        return size.error();
    return FirstBatch{*size, false};
}

} // namespace sandglass::engine::commands

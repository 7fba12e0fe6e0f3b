// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/reads/catalog_listing.h"
#include "app/engine/reads/find_request.h"
#include "app/engine/streams/tailable.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::Cursor;
using plan::listSource;
using plan::projectSource;
using plan::replyFirstBatch;
using plan::sliceSource;
using reads::FindRequest;
using reads::listsCatalog;
using reads::openCatalogListing;
using reads::openFind;
using reads::parseFind;
using request::Request;
using streams::openTail;
using streams::Tail;

namespace {

/// Answers a find on system.indexes or system.namespaces from the catalog.
Result<void> replyListing(const FindRequest& find, Context& context, bson::Builder& reply)
{
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = find.ns;
    cursor->source = openCatalogListing(find, context);
    return replyFirstBatch(std::move(cursor), {find.batchSize, find.singleBatch}, context.cursors,
                           reply);
}

/// Applies skip, limit and projection.
query::DocumentSourcePtr shaped(query::DocumentSourcePtr source, const FindRequest& find)
{
    if (find.skip > 0 || find.limit) {
        source = sliceSource(std::move(source), find.skip, find.limit);
    }
    if (!find.projection.passesThrough()) {
        source = projectSource(std::move(source), {find.projection, find.shape.filter, false});
    }
    return source;
}

/// Answers a tailable find: the cursor stays open at the end, and getMore returns the documents
/// inserted since. If the collection is empty or missing, the cursor is closed at once. Errors
/// (server): BadValue for a collection that is not capped.
Result<void> replyTail(const FindRequest& find, Context& context,
                       std::shared_ptr<Interrupt> interrupt, bson::Builder& reply)
{
    const auto collection = context.catalog.find(find.ns);
    if (collection && !collection->shape()->capped) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "error processing query: ns=" + find.ns.text()
                                          + " tailable cursor requested on non capped collection");
    }
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = find.ns;
    cursor->noTimeout = find.noTimeout;
    if (!collection) {
        cursor->source = listSource({});
        return replyFirstBatch(std::move(cursor), {find.batchSize, false}, context.cursors, reply);
    }
    cursor->interrupt = interrupt;
    Tail tail
        = openTail(collection, find.shape.filter, context.catalog.oplog(), std::move(interrupt));
    cursor->source = shaped(std::move(tail.source), find);
    cursor->tail = std::move(tail.place);
    cursor->awaitsData = find.awaitData;
    return replyFirstBatch(std::move(cursor), {find.batchSize, false}, context.cursors, reply);
}

} // namespace

Result<void> runFind(const Request& request, Context& context, bson::Builder& reply)
{
    ++context.records.counters.query;
    auto find = parseFind(request, context);
    TRY(find);
    TRY(checkCollectionUuid(request, find->ns, context.catalog));
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    if (listsCatalog(request, *find, context)) {
        return replyListing(*find, context, reply);
    }
    if (find->tailable) {
        return replyTail(*find, context, *interrupt, reply);
    }
    auto opened = openFind(*find, context, *interrupt);
    TRY(opened);
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = find->ns;
    cursor->interrupt = *interrupt;
    cursor->keepAlive = std::move(opened->environment);
    cursor->source = std::move(opened->source);
    cursor->noTimeout = find->noTimeout;
    return replyFirstBatch(std::move(cursor), {find->batchSize, find->singleBatch}, context.cursors,
                           reply);
}

} // namespace sandglass::engine::commands

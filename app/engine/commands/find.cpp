// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/find_request.h"
#include "app/engine/commands/reply_cursor.h"
#include "app/engine/commands/system_collections.h"
#include "app/engine/commands/tailable.h"

#include <utility>

namespace sandglass::engine::commands {

namespace {

Result<void> replyListing(const FindRequest& find, Context& context, bson::Builder& reply)
{
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = find.ns;
    cursor->source = openCatalogListing(find, context);
    return replyFirstBatch(std::move(cursor), {find.batchSize, find.singleBatch}, context, reply);
}

} // namespace

// Collations are accepted and not applied: strings compare by bytes.
Result<void> runFind(const Request& request, Context& context, bson::Builder& reply)
{
    ++context.counters.query;
    auto find = parseFind(request, context);
    TRY(find);
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
    cursor->keepAlive = std::move(opened->keepAlive);
    cursor->source = std::move(opened->source);
    cursor->noTimeout = find->noTimeout;
    return replyFirstBatch(std::move(cursor), {find->batchSize, find->singleBatch}, context, reply);
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_listing.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/listing_request.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/request/arguments.h"

#include <utility>

namespace sandglass::engine::commands {

using plan::Cursor;
using plan::firstBatchArgument;
using plan::listSource;
using plan::replyFirstBatch;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kListCollectionsName = "listCollections";

/// The entry for `nameOnly`.
bson::Document nameAndType(bson::DocumentView entry)
{
    return bson::makeDocument("name", entry["name"], "type", entry["type"]);
}

} // namespace

Result<void> runListCollections(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kListCollectionsName, request);
    TRY(protocol::checkDatabaseName(request.database));
    const auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto listing = parseListing(arguments, *evaluation);
    TRY(listing);
    auto batch = firstBatchArgument(kListCollectionsName, request.body);
    TRY(batch);

    // the filter sees whole entries, also with nameOnly
    std::vector<bson::Document> entries;
    for (const auto& collection : context.catalog.collections(request.database)) {
        for (bson::Document& entry : collectionEntries(*collection)) {
            auto matched = listing->filter.evaluate(entry);
            TRY(matched);
            if (*matched) {
                entries.push_back(listing->nameOnly ? nameAndType(entry) : std::move(entry));
            }
        }
    }
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = {request.database, "$cmd.listCollections"};
    cursor->source = listSource(std::move(entries));
    return replyFirstBatch(std::move(cursor), *batch, context.cursors, reply);
}

} // namespace sandglass::engine::commands

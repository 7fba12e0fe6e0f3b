// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/reads/collection_stats.h"
#include "app/engine/request/arguments.h"
#include "app/engine/timeseries/time_series_indexes.h"

#include <filesystem>
#include <system_error>

namespace sandglass::engine::commands {

using reads::scaleArgument;
using request::Arguments;
using request::Request;
using timeseries::shownIndexes;

namespace {

/// Sums over the collections of a database.
struct Totals
{
    std::int64_t collections = 0;
    std::int64_t views = 0; ///< including time series
    std::int64_t documents = 0;
    std::int64_t bytes = 0;
    std::int64_t storageBytes = 0;
    std::int64_t indexes = 0;
    std::int64_t indexBytes = 0;
};

Totals totalsOf(const catalog::Catalog& catalog, std::string_view database)
{
    Totals totals;
    for (const auto& collection : catalog.collections(database)) {
        const auto shape = collection->shape();
        totals.views += shape->isView() || shape->timeSeries ? 1 : 0;
        if (shape->isView()) {
            continue;
        }
        const catalog::CollectionFigures figures = collection->figures();
        ++totals.collections;
        totals.documents += figures.documents;
        totals.bytes += figures.bytes;
        totals.storageBytes += static_cast<std::int64_t>(collection->storageBytes());
        for (const catalog::IndexInfo& index : shownIndexes(*collection)) {
            // the order of a clustered collection is part of the collection
            totals.indexes += index.definition.clustered ? 0 : 1;
            (index.definition.clustered ? totals.storageBytes : totals.indexBytes)
                += static_cast<std::int64_t>(collection->indexBytes(index.definition.name));
        }
    }
    return totals;
}

/// Appends the size of the file system with the data, or nothing if the system does not report it.
void appendFileSystem(const Context& context, std::int64_t scale, bson::Builder& reply)
{
    std::error_code failed;
    const auto space = std::filesystem::space(context.facts.dataFolder, failed);
    if (failed) {
        return;
    }
    const auto scaled = [&](std::uintmax_t bytes) {
        return static_cast<double>(bytes) / static_cast<double>(scale);
    };
    reply.append("fsUsedSize", scaled(space.capacity - space.free))
        .append("fsTotalSize", scaled(space.capacity));
}

} // namespace

// Sizes are doubles, divided by `scale`, as in MongoDB. All databases are in one store, so there is
// no size of the files of one database; storageSize is an estimate.
Result<void> runDbStats(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments(request.name, request.body);
    TRY(protocol::checkDatabaseName(request.database));
    auto scale = scaleArgument(arguments);
    TRY(scale);
    auto free = arguments.flag("freeStorage", false);
    TRY(free);
    const auto scaled = [&](std::int64_t bytes) {
        return static_cast<double>(bytes) / static_cast<double>(*scale);
    };
    const Totals totals = totalsOf(context.catalog, request.database);
    const double average = totals.documents == 0
        ? 0.0
        : static_cast<double>(totals.bytes) / static_cast<double>(totals.documents);
    reply.append("db", request.database)
        .append("collections", totals.collections)
        .append("views", totals.views)
        .append("objects", totals.documents)
        .append("avgObjSize", average)
        .append("dataSize", scaled(totals.bytes))
        .append("storageSize", scaled(totals.storageBytes));
    // the store's files are written once, so none of them has room for new data
    const auto appendFree = [&](std::string_view field) {
        if (*free) {
            reply.append(field, 0.0);
        }
    };
    appendFree("freeStorageSize");
    reply.append("indexes", totals.indexes).append("indexSize", scaled(totals.indexBytes));
    appendFree("indexFreeStorageSize");
    reply.append("totalSize", scaled(totals.storageBytes + totals.indexBytes));
    appendFree("totalFreeStorageSize");
    reply.append("scaleFactor", *scale);
    appendFileSystem(context, *scale, reply);
    return {};
}

} // namespace sandglass::engine::commands

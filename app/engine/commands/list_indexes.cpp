// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/index_dialect.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/timeseries/time_series_indexes.h"

#include <utility>

namespace sandglass::engine::commands {

using plan::Cursor;
using plan::firstBatchArgument;
using plan::listSource;
using plan::replyFirstBatch;
using plan::storedNamespace;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::Request;
using timeseries::shownIndexes;

namespace {

constexpr std::string_view kListIndexesName = "listIndexes";

/// The entry of an index: its spec, or with `buildInfo` {spec, indexBuildInfo?}.
bson::Document entryOf(const catalog::IndexInfo& index, bson::Document spec, bool buildInfo)
{
    if (!buildInfo) {
        return spec;
    }
    bson::Builder entry;
    entry.append("spec", spec);
    if (!index.ready) {
        entry.append("indexBuildInfo", bson::Document());
    }
    return entry.take();
}

} // namespace

Result<void> runListIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kListIndexesName, request);
    auto ns = collectionArgument(request);
    TRY(ns);
    auto buildInfo = arguments.flag("includeIndexBuildInfo", false);
    TRY(buildInfo);
    if (*buildInfo && arguments.value("includeBuildUUIDs").toBool()) {
        return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                      "The includeBuildUUIDs flag and includeIndexBuildInfo flag"
                                      " cannot both be set to true");
    }
    auto batch = firstBatchArgument(kListIndexesName, request.body);
    TRY(batch);
    const auto collection = context.catalog.find(storedNamespace(context.catalog, *ns));
    if (!collection) {
        return protocol::commandError(protocol::ServerCode::NamespaceNotFound,
                                      "ns does not exist: " + ns->text());
    }
    if (collection->shape()->isView()) {
        return protocol::commandError(protocol::ServerCode::CommandNotSupportedOnView,
                                      "Namespace " + ns->text() + " is a view, not a collection");
    }
    // a dialect (Cosmos DB) lists the options of an index in its own form
    std::vector<bson::Document> entries;
    const catalog::IndexDialect* dialect = context.catalog.indexDialect();
    for (const catalog::IndexInfo& index : shownIndexes(*collection)) {
        bson::Document spec
            = dialect ? dialect->listEntry(index.definition, *ns) : index.definition.listEntry();
        entries.push_back(entryOf(index, std::move(spec), *buildInfo));
    }
    auto cursor = std::make_unique<Cursor>();
    cursor->ns = *ns;
    cursor->source = listSource(std::move(entries));
    return replyFirstBatch(std::move(cursor), *batch, context.cursors, reply);
}

} // namespace sandglass::engine::commands

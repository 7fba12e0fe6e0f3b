// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/create_time_series.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/collation/collation.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/commands/system_views.h"
#include "app/engine/definitions/collection_expiry.h"
#include "app/engine/timeseries/time_series_indexes.h"
#include "app/engine/timeseries/time_series_options.h"

#include <array>
#include <optional>
#include <string>

namespace sandglass::engine::commands {

using definitions::collectionSeconds;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::Request;
using timeseries::newBucketIndexes;
using timeseries::parseTimeSeriesOptions;

namespace {

/// Refuses the options of other kinds of collections.
Result<void> refuseOptions(const Arguments& create, const protocol::Namespace& ns)
{
    constexpr std::array<std::string_view, 13> kRefused{
        "capped",           "size",           "max",
        "autoIndexId",      "idIndex",        "viewOn",
        "pipeline",         "validator",      "validationLevel",
        "validationAction", "clusteredIndex", "changeStreamPreAndPostImages",
        "encryptedFields"};
    for (const std::string_view field : kRefused) {
        if (!create.value(field).isMissing()) {
            return commandError(ServerCode::InvalidOptions,
                                ns.text() + ": 'timeseries' is not allowed with '"
                                    + std::string(field) + "'");
        }
    }
    return {};
}

/// The options as they are stored with the bucket collection.
Result<bson::Document> parseOptions(const Arguments& create, const protocol::Namespace& ns,
                                    const Context& context)
{
    auto timeseries = create.document("timeseries");
    TRY(timeseries);
    TRY(refuseOptions(create, ns));
    auto parsed = parseTimeSeriesOptions(*timeseries, ns, context.facts);
    TRY(parsed);
    auto seconds = create.integer("expireAfterSeconds");
    TRY(seconds);
    bson::Builder options;
    if (*seconds) {
        auto checked = collectionSeconds(create.value("expireAfterSeconds"),
                                         {context.clock.now(), refusesNan(context.parameters)});
        TRY(checked);
        options.append("expireAfterSeconds", *checked);
    }
    options.append("timeseries", *parsed);
    const auto collation = collation::parseCollation("create.collation", create.value("collation"));
    TRY(collation);
    if (*collation) {
        options.append("collation", (*collation)->settings());
    }
    return options.take();
}

} // namespace

Result<void> createTimeSeries(const Request& request, const Arguments& create, Context& context)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    auto options = parseOptions(create, *ns, context);
    TRY(options);
    const protocol::Namespace buckets{ns->database, catalog::bucketsName(ns->collection)};
    TRY(protocol::checkCollectionName(buckets));
    // an equal series exists already: success, as for ordinary collections
    const auto existing = context.catalog.find(buckets);
    if (existing
        && bson::compare(existing->options().listed.view(), options->view())
            == std::strong_ordering::equal) {
        return {};
    }
    if (existing || context.catalog.find(*ns)) {
        return commandError(ServerCode::NamespaceExists,
                            "Collection " + ns->text() + " already exists.");
    }
    auto uuid = newUuid(request, context.catalog);
    TRY(uuid);
    const catalog::CollectionOptions stored{*options, *uuid};
    const catalog::CollectionShape shape = catalog::shapeOf(stored);
    auto indexes = newBucketIndexes(*shape.timeSeries, context.facts);
    for (catalog::IndexDefinition& index : indexes) {
        if (shape.collation) {
            index.collation = shape.collation->settings();
        }
    }
    auto made = context.catalog.createIndexed(buckets, stored, indexes);
    TRY(made);
    return rewriteSystemViews(ns->database, context);
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/collection_listing.h"

#include "app/bson/builder.h"

#include <string>

namespace sandglass::engine::commands {

namespace {

/// The entry of a collection that stores documents.
bson::Document ordinaryEntry(const catalog::Collection& collection, const bson::Document& options)
{
    const auto uuid = collection.uuid();
    bson::Builder entry;
    entry.append("name", collection.ns().collection).append("type", "collection");
    entry.append("options", options);
    entry.beginDocument("info")
        .append("readOnly", false)
        .append("uuid", bson::Binary{bson::kUuidSubtype, uuid})
        .end();
    // a clustered collection is ordered by _id and has no separate index
    const auto idIndex = collection.index("_id_");
    const bool own = idIndex && !idIndex->definition.clustered && !collection.shape()->timeSeries;
    if (own) {
        entry.append("idIndex", idIndex->definition.listEntry());
    }
    return entry.take();
}

/// The entry of a view or time series, which stores nothing under its own name.
bson::Document virtualEntry(std::string_view name, std::string_view type,
                            const bson::Document& options)
{
    return bson::makeDocument("name", name, "type", type, "options", options, "info",
                              bson::makeDocument("readOnly", type == "view"));
}

/// The validator that MongoDB sets on bucket collections. The engine does not enforce it: it writes
/// no other buckets.
bson::Document bucketValidator(const catalog::TimeSeriesShape& shape)
{
    bson::Builder bounds;
    bounds.append("bsonType", "object").beginArray("required").push(shape.timeField).end();
    bounds.append("properties",
                  bson::makeDocument(shape.timeField, bson::makeDocument("bsonType", "date")));
    const bson::Document bound = bounds.take();
    bson::Builder schema;
    schema.beginDocument("$jsonSchema").append("bsonType", "object");
    schema.beginArray("required").push("_id").push("control").push("data").end();
    schema.beginDocument("properties");
    schema.append("_id", bson::makeDocument("bsonType", "objectId"));
    schema.beginDocument("control").append("bsonType", "object");
    schema.beginArray("required").push("version").push("min").push("max").end();
    schema.beginDocument("properties")
        .append("version", bson::makeDocument("bsonType", "number"))
        .append("min", bound)
        .append("max", bound)
        .append("closed", bson::makeDocument("bsonType", "bool"))
        .append("count", bson::makeDocument("bsonType", "number", "minimum", 1))
        .end()
        .append("additionalProperties", false)
        .end();
    schema.append("data", bson::makeDocument("bsonType", "object"));
    if (!shape.metaField.empty()) {
        schema.append("meta", bson::Document());
    }
    schema.end().append("additionalProperties", false).end();
    return schema.take();
}

} // namespace

std::vector<bson::Document> collectionEntries(const catalog::Collection& collection)
{
    const auto shape = collection.shape();
    const bson::Document listed = collection.options().listed;
    const std::string name = collection.ns().collection;
    if (shape->isView()) {
        return {virtualEntry(name, "view", listed)};
    }
    if (!shape->timeSeries) {
        return {ordinaryEntry(collection, listed)};
    }
    bson::Builder options;
    options.append("validator", bucketValidator(*shape->timeSeries));
    options.append("clusteredIndex", true).appendAll(listed);
    std::vector<bson::Document> entries{ordinaryEntry(collection, options.take())};
    const std::string_view series = catalog::timeSeriesName(name);
    if (!series.empty()) {
        entries.push_back(virtualEntry(series, "timeseries", listed));
    }
    return entries;
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/collection_stats.h"

#include "app/engine/request/arguments.h"
#include "app/engine/request/numbers.h"
#include "app/engine/timeseries/time_series_indexes.h"

#include <string>

namespace sandglass::engine::reads {

using request::appendNumber;
using request::Arguments;
using timeseries::shownIndexes;

namespace {

std::int64_t scaled(std::uint64_t bytes, std::int64_t scale)
{
    return static_cast<std::int64_t>(bytes) / scale;
}

/// Appends the sizes of the indexes, and what there is to say of each: of the order of a clustered
/// collection its spec.
void appendIndexSizes(const std::shared_ptr<catalog::Collection>& collection,
                      const std::vector<catalog::IndexInfo>& indexes, std::int64_t scale,
                      bson::Builder& reply)
{
    bson::Builder details;
    reply.beginDocument("indexSizes");
    for (const catalog::IndexInfo& index : indexes) {
        const std::string& name = index.definition.name;
        details.append(
            name, index.definition.clustered ? index.definition.listEntry() : bson::Document());
        if (!index.definition.clustered) {
            appendNumber(reply, name, scaled(collection->indexBytes(name), scale));
        }
    }
    reply.end();
    reply.append("indexDetails", details.take());
}

} // namespace

void appendCollectionStats(const std::shared_ptr<catalog::Collection>& collection,
                           std::int64_t scale, bson::Builder& reply)
{
    const auto figures = collection ? collection->figures() : catalog::CollectionFigures();
    const auto indexes = collection ? shownIndexes(*collection) : std::vector<catalog::IndexInfo>();
    std::uint64_t storageBytes = collection ? collection->storageBytes() : 0;
    std::uint64_t indexBytes = 0;
    for (const catalog::IndexInfo& index : indexes) {
        // the order of a clustered collection is part of the collection
        (index.definition.clustered ? storageBytes : indexBytes)
            += collection->indexBytes(index.definition.name);
    }

    appendNumber(reply, "size", figures.bytes / scale);
    // MongoDB does not show the number of measurements of a time series here, and the number of its
    // buckets would be misleading
    const bool isSeries = collection && collection->shape()->timeSeries;
    if (!isSeries) {
        appendNumber(reply, "count", figures.documents);
    }
    if (!isSeries && figures.documents > 0) {
        appendNumber(reply, "avgObjSize", figures.bytes / figures.documents);
    }
    reply.append("numOrphanDocs", 0);
    appendNumber(reply, "storageSize", scaled(storageBytes, scale));
    appendNumber(reply, "totalIndexSize", scaled(indexBytes, scale));
    appendNumber(reply, "totalSize", scaled(storageBytes + indexBytes, scale));
    reply.append("nindexes", static_cast<std::int32_t>(indexes.size()));
    reply.beginArray("indexBuilds");
    for (const catalog::IndexInfo& index : indexes) {
        if (!index.ready) {
            reply.push(index.definition.name);
        }
    }
    reply.end();
    appendIndexSizes(collection, indexes, scale, reply);
    const bson::Document listed = collection ? collection->options().listed : bson::Document();
    reply.append("capped", listed["capped"].toBool());
    if (listed["capped"].toBool()) {
        reply.append("max", listed["max"].toInt64())
            .append("maxSize", listed["size"].toInt64() / scale);
    }
    reply.append("scaleFactor", static_cast<std::int32_t>(scale));
    if (!isSeries) {
        return;
    }
    // `collection` has the buckets of the series
    reply.beginDocument("timeseries").append("bucketsNs", collection->ns().text());
    appendNumber(reply, "bucketCount", figures.documents);
    appendNumber(reply, "avgBucketSize",
                 figures.documents > 0 ? figures.bytes / figures.documents : 0);
    reply.end();
}

std::int64_t bytesOnDisk(const catalog::Collection& collection)
{
    std::uint64_t bytes = collection.storageBytes();
    for (const catalog::IndexInfo& index : collection.indexes()) {
        bytes += collection.indexBytes(index.definition.name);
    }
    return static_cast<std::int64_t>(bytes);
}

Result<std::int64_t> scaleArgument(const Arguments& arguments)
{
    auto scale = arguments.integer("scale");
    TRY(scale);
    const std::int64_t value = scale->value_or(1);
    if (value < 1) {
        return protocol::commandError(51024,
                                      "BSON field 'scale' value must be >= 1, actual value '"
                                          + std::to_string(value) + "'");
    }
    return value;
}

} // namespace sandglass::engine::reads

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_indexes.h"

#include "app/bson/builder.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/timeseries/time_series_filter.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>
#include <utility>

// An index of a time series exists in two forms: as the user requested it, on time, meta and
// measurements, and as it is stored, on the fields of buckets. The stored definition carries the
// requested form among its other options, so listIndexes can show it and conflicts can be found.

namespace sandglass::engine::timeseries {

using catalog::IndexDefinition;
using catalog::TimeSeriesShape;
using plan::isWildcardKey;
using protocol::commandError;
using protocol::ServerCode;
using request::EngineFacts;

namespace {

constexpr std::string_view kUserForm = "originalSpec"; // the name that MongoDB uses as well
constexpr std::string_view kMin = "control.min.";
constexpr std::string_view kMax = "control.max.";
constexpr int kWildcardRefused = 7'246'201;

Error badIndex(std::string text)
{
    return commandError(ServerCode::InvalidOptions, std::move(text));
}

std::string minOf(std::string_view field)
{
    return std::string(kMin) + std::string(field);
}

std::string maxOf(std::string_view field)
{
    return std::string(kMax) + std::string(field);
}

bool isMeasurement(std::string_view path, const TimeSeriesShape& shape)
{
    return path != shape.timeField && !bucketMetaPath(path, shape.metaField);
}

/// Refuses kinds of indexes that MongoDB does not allow on a time series, TTL or not.
Result<void> checkKind(const IndexDefinition& wanted, const TimeSeriesShape& shape)
{
    if (isWildcardKey(wanted.key)) {
        return commandError(kWildcardRefused,
                            "Wildcard indexes are not supported on time-series collections");
    }
    if (wanted.unique) {
        return badIndex("Unique indexes are not supported on time-series collections");
    }
    if (wanted.partialFilter && wanted.collation) {
        return commandError(ServerCode::IndexOptionsConflict,
                            "Partial indexes with a collation are not supported on time-series"
                            " collections");
    }
    for (const protocol::KeyField& field : protocol::keyFields(wanted.key)) {
        if (field.plugin == "text") {
            return badIndex("Text indexes are not supported on time-series collections");
        }
        if (!isMeasurement(field.path, shape)) {
            continue;
        }
        if (wanted.sparse) {
            return badIndex("Sparse indexes are not supported on time-series measurements");
        }
        if (field.plugin == "hashed" || field.plugin == "2d") {
            return commandError(ServerCode::CannotCreateIndex,
                                "Invalid index spec for time-series collection: '" + field.plugin
                                    + "' indexes are not supported on measurements");
        }
    }
    return {};
}

/// Checks a TTL index: on the time field, with a partial filter on the metaField. Source:
/// app/ttl/SEMANTICS.md 4.
Result<void> checkTtl(const IndexDefinition& wanted, const TimeSeriesShape& shape,
                      const EngineFacts& facts)
{
    if (!facts.atLeast(6, 3)) {
        return badIndex("TTL indexes are not supported on time-series collections");
    }
    const std::vector<protocol::KeyField> fields = protocol::keyFields(wanted.key);
    if (fields.size() != 1 || fields.front().path != shape.timeField
        || !fields.front().plugin.empty()) {
        return badIndex("TTL indexes on non-time fields are not supported on time-series"
                        " collections");
    }
    const bool onMeta = wanted.partialFilter && !wanted.partialFilter->empty()
        && bucketMetaFilter(*wanted.partialFilter, shape.metaField);
    if (!onMeta) {
        return badIndex("TTL indexes on time-series collections require a partialFilterExpression"
                        " on the metaField");
    }
    return {};
}

/// The key of the stored index.
bson::Document bucketKey(const IndexDefinition& wanted, const TimeSeriesShape& shape)
{
    bson::Builder key;
    for (const bson::Element& element : wanted.key.view()) {
        if (const auto meta = bucketMetaPath(element.key, shape.metaField)) {
            key.append(*meta, element.value);
        } else if (wanted.isTtl()) {
            key.append(minOf(element.key), element.value);
        } else if (element.value.type() == bson::Type::String) {
            // 2dsphere and the like: stored so that it is listed, but it serves no query
            key.append("data." + std::string(element.key), element.value);
        } else {
            // the bound that a scan in the index's order meets first comes first
            const bool ascending = element.value.toDouble() > 0;
            key.append(ascending ? minOf(element.key) : maxOf(element.key), element.value);
            key.append(ascending ? maxOf(element.key) : minOf(element.key), element.value);
        }
    }
    return key.take();
}

/// The stored form of an index, with the requested one inside.
IndexDefinition bucketIndex(IndexDefinition wanted, const TimeSeriesShape& shape)
{
    bson::Builder form;
    form.append("key", wanted.key);
    if (wanted.partialFilter) {
        form.append("partialFilterExpression", *wanted.partialFilter);
    }
    bson::Builder others;
    others.appendAll(wanted.otherOptions);
    others.append(kUserForm, form.take());
    IndexDefinition stored = std::move(wanted);
    stored.key = bucketKey(stored, shape);
    stored.otherOptions = others.take();
    // A filter on measurements is stored unchanged. It matches no bucket, so the index stays empty
    // and serves no query.
    if (stored.partialFilter) {
        if (auto mapped = bucketMetaFilter(*stored.partialFilter, shape.metaField)) {
            stored.partialFilter = std::move(mapped);
        }
    }
    return stored;
}

bool isOfEngine(const IndexDefinition& index)
{
    return index.isIdIndex() || index.name == catalog::kBucketExpiryIndex
        || index.name == kBucketLookupIndex;
}

/// The reverse of bucketIndex().
IndexDefinition userForm(IndexDefinition stored)
{
    const bson::DocumentView form = stored.otherOptions[kUserForm].asDocument();
    if (form.empty()) {
        return stored;
    }
    IndexDefinition shown = stored;
    shown.key = bson::Document(form["key"].asDocument());
    if (form.contains("partialFilterExpression")) {
        shown.partialFilter = bson::Document(form["partialFilterExpression"].asDocument());
    }
    bson::Builder others;
    for (const bson::Element& element : stored.otherOptions.view()) {
        if (element.key != kUserForm) {
            others.append(element.key, element.value);
        }
    }
    shown.otherOptions = others.take();
    return shown;
}

} // namespace

std::vector<IndexDefinition> newBucketIndexes(const TimeSeriesShape& shape,
                                              const EngineFacts& facts)
{
    IndexDefinition expiry;
    expiry.name = catalog::kBucketExpiryIndex;
    expiry.key = bson::makeDocument(minOf(shape.timeField), 1);
    // Any value makes it a TTL index; how long measurements live is an option of the collection.
    expiry.expireAfterSeconds = bson::Value::of(0);
    std::vector<IndexDefinition> indexes{std::move(expiry)};
    if (shape.metaField.empty()) {
        return indexes;
    }
    IndexDefinition lookup;
    lookup.name = kBucketLookupIndex;
    lookup.key = bson::makeDocument("meta", 1, minOf(shape.timeField), 1);
    indexes.push_back(std::move(lookup));
    if (!facts.atLeast(6, 3)) {
        return indexes;
    }
    IndexDefinition byMetaAndTime;
    byMetaAndTime.key = bson::makeDocument(shape.metaField, 1, shape.timeField, 1);
    byMetaAndTime.name = protocol::generatedIndexName(byMetaAndTime.key);
    indexes.push_back(bucketIndex(std::move(byMetaAndTime), shape));
    return indexes;
}

Result<std::vector<IndexDefinition>> bucketIndexes(std::vector<IndexDefinition> wanted,
                                                   const TimeSeriesShape& shape,
                                                   const EngineFacts& facts)
{
    std::vector<IndexDefinition> stored;
    for (IndexDefinition& definition : wanted) {
        TRY(checkKind(definition, shape));
        if (definition.isTtl()) {
            TRY(checkTtl(definition, shape, facts));
        }
        stored.push_back(definition.isIdIndex() ? std::move(definition)
                                                : bucketIndex(std::move(definition), shape));
    }
    return stored;
}

std::vector<catalog::IndexInfo> shownIndexes(const catalog::Collection& collection)
{
    std::vector<catalog::IndexInfo> indexes = collection.indexes();
    if (!collection.shape()->timeSeries) {
        return indexes;
    }
    std::vector<catalog::IndexInfo> shown;
    for (catalog::IndexInfo& index : indexes) {
        if (isOfEngine(index.definition)) {
            continue;
        }
        index.definition = userForm(std::move(index.definition));
        shown.push_back(std::move(index));
    }
    return shown;
}

} // namespace sandglass::engine::timeseries

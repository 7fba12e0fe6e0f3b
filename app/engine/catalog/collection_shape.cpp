// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/collection_shape.h"

#include "app/engine/catalog/types.h"
#include "app/engine/collation/collation.h"

namespace sandglass::engine::catalog {

namespace {

constexpr std::string_view kBucketsPrefix = "system.buckets.";

std::string textOf(bson::ValueView value)
{
    return value.type() == bson::Type::String ? std::string(value.asString()) : std::string();
}

std::optional<std::int64_t> numberOf(bson::ValueView value)
{
    if (!value.isNumber()) {
        return std::nullopt;
    }
    return value.toInt64();
}

bson::DocumentView documentOf(bson::ValueView value)
{
    const bool nested = value.type() == bson::Type::Document || value.type() == bson::Type::Array;
    return nested ? value.asDocument() : bson::DocumentView();
}

/// Seconds to which the start of a bucket is rounded down, for each of the three granularities.
/// Source: app/ttl/SEMANTICS.md 4.
std::int64_t roundingOf(std::string_view granularity)
{
    constexpr std::int64_t kMinute = 60;
    constexpr std::int64_t kHour = 3600;
    constexpr std::int64_t kDay = 86'400;
    if (granularity == "hours") {
        return kDay;
    }
    return granularity == "minutes" ? kHour : kMinute;
}

TimeSeriesShape timeSeriesOf(bson::DocumentView options)
{
    TimeSeriesShape shape;
    shape.timeField = textOf(options["timeField"]);
    shape.metaField = textOf(options["metaField"]);
    shape.granularity = textOf(options["granularity"]);
    shape.bucketMaxSpanSeconds
        = numberOf(options["bucketMaxSpanSeconds"]).value_or(shape.bucketMaxSpanSeconds);
    shape.bucketRoundingSeconds
        = numberOf(options["bucketRoundingSeconds"]).value_or(roundingOf(shape.granularity));
    return shape;
}

} // namespace

CollectionShape shapeOf(const CollectionOptions& options)
{
    const bson::DocumentView listed = options.listed;
    CollectionShape shape;
    shape.capped = listed["capped"].toBool();
    shape.cappedBytes = numberOf(listed["size"]).value_or(0);
    shape.cappedDocuments = numberOf(listed["max"]);
    if (shape.cappedDocuments && *shape.cappedDocuments <= 0) {
        shape.cappedDocuments.reset(); // zero and less mean no limit
    }
    const bson::DocumentView timeSeries = documentOf(listed["timeseries"]);
    if (!timeSeries.empty()) {
        shape.timeSeries = timeSeriesOf(timeSeries);
    }
    // bucket collections of MongoDB have "clusteredIndex: true", which is not a document and does
    // not make the collection clustered here
    const bson::DocumentView clusteredIndex = documentOf(listed["clusteredIndex"]);
    shape.clustered = !clusteredIndex.empty();
    shape.clusteredName = textOf(clusteredIndex["name"]);
    shape.expireAfterSeconds = numberOf(listed["expireAfterSeconds"]);
    shape.keepsImages = documentOf(listed["changeStreamPreAndPostImages"])["enabled"].toBool();
    const bson::DocumentView validator = documentOf(listed["validator"]);
    // MongoDB lists a validator for the buckets of a time series; here the buckets are made right
    if (!validator.empty() && timeSeries.empty() && textOf(listed["validationLevel"]) != "off") {
        shape.validation = ValidationShape{bson::Document(validator),
                                           textOf(listed["validationLevel"]) == "moderate",
                                           textOf(listed["validationAction"]) == "warn",
                                           textOf(listed["validationAction"]) == "errorAndLog"};
    }
    shape.viewOn = textOf(listed["viewOn"]);
    for (const bson::Element& stage : documentOf(listed["pipeline"])) {
        shape.pipeline.emplace_back(documentOf(stage.value));
    }
    shape.collation = collation::storedCollation(listed["collation"]);
    return shape;
}

std::string bucketsName(std::string_view name)
{
    return std::string(kBucketsPrefix) + std::string(name);
}

std::string_view timeSeriesName(std::string_view bucketsCollection)
{
    return bucketsCollection.starts_with(kBucketsPrefix)
        ? bucketsCollection.substr(kBucketsPrefix.size())
        : std::string_view();
}

} // namespace sandglass::engine::catalog

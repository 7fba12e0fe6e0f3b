// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/own_rule.h"

#include "app/bson/builder.h"

#include <algorithm>

namespace sandglass::ttl {

namespace {

using bson::makeDocument;

// Servers refuse a period that is longer than the time since 1970; a longer one than the time to
// the end of the year 9999 is a lie with which no date can be computed.
// Source: app/ttl/SEMANTICS.md 1.6.
constexpr std::int64_t kLongestPeriod = 253'402'300'799;
// Source: MongoDB manual, Time Series Collections.
constexpr std::int64_t kLongestBucket = 31'536'000;

bson::DocumentView seriesOptions(const CollectionSpec& collection)
{
    return collection.options["timeseries"].asDocument();
}

// Everything except dates before 1970: a server's scan of a clustered collection starts there.
bson::Document sinceEpoch()
{
    return makeDocument("_id", makeDocument("$not", makeDocument("$lt", bson::Date{0})));
}

} // namespace

bool isOwnRule(const IndexRef& index)
{
    return index.name.empty();
}

std::optional<IndexSpec> ownRule(const CollectionSpec& collection)
{
    const bool series = collection.kind == CollectionKind::TimeSeries;
    if (!series && collection.kind != CollectionKind::Clustered) {
        return std::nullopt;
    }
    IndexSpec rule;
    rule.key = makeDocument(series ? seriesOptions(collection)["timeField"].asString() : "_id", 1);
    const std::int64_t seconds = collection.expireAfterSeconds.value_or(0);
    rule.expiryValueInvalid = seconds < 0 || seconds > kLongestPeriod;
    if (!rule.expiryValueInvalid) {
        rule.expireAfterSeconds = collection.expireAfterSeconds;
    }
    // in the form of a listIndexes entry, which the details view and the journal show
    bson::Builder listed;
    listed.append("key", rule.key);
    if (collection.expireAfterSeconds) {
        listed.append("expireAfterSeconds", seconds);
    }
    if (!series) {
        rule.partialFilter = sinceEpoch();
        listed.append("partialFilterExpression", *rule.partialFilter);
    }
    rule.listed = listed.take();
    return rule;
}

std::int64_t bucketSpanSeconds(const CollectionSpec& collection)
{
    if (collection.kind != CollectionKind::TimeSeries) {
        return 0;
    }
    return std::clamp<std::int64_t>(seriesOptions(collection)["bucketMaxSpanSeconds"].toInt64(), 0,
                                    kLongestBucket);
}

} // namespace sandglass::ttl

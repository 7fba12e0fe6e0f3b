// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/own_rule.h"

#include "app/bson/builder.h"

#include <algorithm>

namespace sandglass::ttl {

namespace {

using bson::makeDocument;

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
    rule.expireAfterSeconds = collection.expireAfterSeconds;
    // in the form of a listIndexes entry, which the details view and the journal show
    bson::Builder listed;
    listed.append("key", rule.key);
    if (rule.expireAfterSeconds) {
        listed.append("expireAfterSeconds", *rule.expireAfterSeconds);
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
    return std::max<std::int64_t>(seriesOptions(collection)["bucketMaxSpanSeconds"].toInt64(), 0);
}

} // namespace sandglass::ttl

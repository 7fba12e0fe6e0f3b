// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/ttl/forecast.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::tests {

/// Brings the listed definition of an index in step with its parts.
inline void relist(ttl::IndexSpec& index)
{
    bson::Builder builder;
    builder.append("v", 2).append("key", index.key).append("name", index.name);
    if (index.expireAfterSeconds) {
        builder.append("expireAfterSeconds", *index.expireAfterSeconds);
    }
    if (index.hidden) {
        builder.append("hidden", true);
    }
    if (index.partialFilter) {
        builder.append("partialFilterExpression", *index.partialFilter);
    }
    index.listed = builder.take();
}

/// A plain index.
inline ttl::IndexSpec makeIndex(const std::string& name, const bson::Document& key)
{
    ttl::IndexSpec index;
    index.name = name;
    index.key = key;
    relist(index);
    return index;
}

/// An index out of what createIndexes takes.
inline ttl::IndexSpec parsed(bson::DocumentView definition)
{
    ttl::IndexSpec index = makeIndex(std::string(definition["name"].asString()),
                                     bson::Document(definition["key"].asDocument()));
    if (definition.contains("expireAfterSeconds")) {
        index.expireAfterSeconds = definition["expireAfterSeconds"].toInt64();
    }
    relist(index);
    return index;
}

/// Equality on top-level fields, {$in: […]}, and {$and: […]}: enough for tests.
inline bool matches(bson::DocumentView filter, bson::DocumentView document)
{
    return std::all_of(filter.begin(), filter.end(), [&](const bson::Element& condition) {
        const bson::DocumentView list = condition.value.asDocument();
        if (condition.key == "$and") {
            return std::all_of(list.begin(), list.end(), [&](const bson::Element& part) {
                return matches(part.value.asDocument(), document);
            });
        }
        if (list.contains("$in")) {
            const bson::DocumentView values = list["$in"].asDocument();
            return std::any_of(values.begin(), values.end(), [&](const bson::Element& value) {
                return bson::equal(value.value, document[condition.key]);
            });
        }
        return bson::equal(condition.value, document[condition.key]);
    });
}

/// The rule of a request.
inline ttl::ExpiryRule ruleFor(const std::string& field, std::int64_t seconds, bool valid,
                               const std::optional<bson::Document>& filter)
{
    ttl::ExpiryRule rule{field, seconds, valid, {}};
    if (filter) {
        rule.inFilter
            = [filter = *filter](bson::DocumentView document) { return matches(filter, document); };
    }
    return rule;
}

/// Counts one document where its verdict says.
inline void place(const ttl::HistogramRequest& request, const ttl::Verdict& verdict,
                  ttl::ExpiryHistogram& histogram)
{
    if (verdict.never) {
        std::int64_t* const counts[] = {&histogram.neverNoField, &histogram.neverNotADate,
                                        &histogram.neverOutsideFilter, &histogram.neverInvalidRule};
        ++*counts[static_cast<std::size_t>(*verdict.never)];
        return;
    }
    const std::int64_t millis = verdict.earliestDate->millis;
    if (!histogram.oldestDate || millis < histogram.oldestDate->millis) {
        histogram.oldestDate = verdict.earliestDate;
    }
    if (!histogram.newestDate || millis > histogram.newestDate->millis) {
        histogram.newestDate = verdict.earliestDate;
    }
    const base::Time at = *verdict.eligibleAt;
    if (at <= request.now) {
        ++histogram.overdue;
    } else if (at > request.edges.back()) {
        ++histogram.later;
    } else {
        const auto edge = std::ranges::lower_bound(request.edges, at);
        ++histogram
              .counts[static_cast<std::size_t>(std::distance(request.edges.begin(), edge)) - 1];
    }
}

/// Whether the document has one of these _ids.
inline bool holds(const std::vector<bson::Value>& ids, bson::DocumentView document)
{
    return std::ranges::any_of(
        ids, [&](const bson::Value& id) { return bson::equal(id, document["_id"]); });
}

} // namespace sandglass::tests

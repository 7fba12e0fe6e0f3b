// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/ttl/forecast.h"
#include "tests/support/fake_filter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
    // what only the listing knows (unique, collation and so on) stays in it
    constexpr std::array<std::string_view, 6> kKnown{
        "v", "key", "name", "expireAfterSeconds", "hidden", "partialFilterExpression"};
    for (const bson::Element& option : index.listed.view()) {
        if (std::ranges::find(kKnown, option.key) == kKnown.end()) {
            builder.append(option.key, option.value);
        }
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
    index.hidden = definition["hidden"].toBool();
    if (definition.contains("partialFilterExpression")) {
        index.partialFilter = bson::Document(definition["partialFilterExpression"].asDocument());
    }
    index.listed = bson::Document(definition);
    relist(index);
    return index;
}

/// Whether a value is in a list.
inline bool listed(bson::DocumentView list, bson::ValueView value)
{
    return std::any_of(list.begin(), list.end(),
                       [&](const bson::Element& each) { return bson::equal(each.value, value); });
}

/// Equality on top-level fields, {$in: […]}, {$nin: […]}, {$lte: date}, {$gt: date}, {$exists: …},
/// {$and: […]} and {$or: […]}: enough for tests.
inline bool matches(bson::DocumentView filter, bson::DocumentView document)
{
    return std::all_of(filter.begin(), filter.end(), [&](const bson::Element& condition) {
        const bson::DocumentView list = condition.value.asDocument();
        if (condition.key == "$and") {
            return std::all_of(list.begin(), list.end(), [&](const bson::Element& part) {
                return matches(part.value.asDocument(), document);
            });
        }
        if (condition.key == "$or") {
            return std::any_of(list.begin(), list.end(), [&](const bson::Element& part) {
                return matches(part.value.asDocument(), document);
            });
        }
        if (condition.key == "$nor") {
            return std::none_of(list.begin(), list.end(), [&](const bson::Element& part) {
                return matches(part.value.asDocument(), document);
            });
        }
        if (condition.key == "$expr") {
            return expressionHolds(list, document);
        }
        const bson::ValueView value = valueAt(document, condition.key);
        if (isOperators(list)) {
            return operatorsMatch(list, value);
        }
        if (list.contains("$exists")) {
            return value.isMissing() != list["$exists"].toBool();
        }
        if (list.contains("$in")) {
            return listed(list["$in"].asDocument(), value);
        }
        if (list.contains("$nin")) {
            return !listed(list["$nin"].asDocument(), value);
        }
        if (list.contains("$gt")) {
            return value.type() == bson::Type::Date
                && value.asDate().millis > list["$gt"].asDate().millis;
        }
        if (list.contains("$lte")) {
            return value.type() == bson::Type::Date
                && value.asDate().millis <= list["$lte"].asDate().millis;
        }
        return equalOrBothAbsent(condition.value, value);
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

/// Whether a document belongs to a part of its collection.
inline bool isIn(const ttl::HistogramPart& part, const ttl::Verdict& verdict)
{
    if (part.undated || !verdict.eligibleAt) {
        return part.undated && !verdict.eligibleAt;
    }
    return (!part.after || *verdict.eligibleAt > *part.after)
        && (!part.upTo || *verdict.eligibleAt <= *part.upTo);
}

/// Counts one document where its verdict says.
inline void place(const ttl::HistogramRequest& request, const ttl::Verdict& verdict,
                  ttl::ExpiryHistogram& histogram)
{
    if (verdict.never) {
        ++histogram.never.of(*verdict.never);
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

/// The reply to find with a limit: the first documents that the filter matches, whole, in one
/// batch.
inline bson::Document answerFind(bson::DocumentView command,
                                 const std::vector<bson::Document>& documents)
{
    const std::int64_t limit = command["limit"].toInt64();
    bson::Builder reply;
    reply.beginDocument("cursor").append("id", std::int64_t{0}).beginArray("firstBatch");
    std::int64_t found = 0;
    for (const bson::Document& document : documents) {
        if (found < limit && matches(command["filter"].asDocument(), document)) {
            reply.push(document);
            ++found;
        }
    }
    reply.end().end().append("ok", 1.0);
    return reply.take();
}

/// The reply to count.
inline bson::Document answerCount(bson::DocumentView command,
                                  const std::vector<bson::Document>& documents)
{
    const bson::DocumentView query = command["query"].asDocument();
    const auto found = std::ranges::count_if(
        documents, [&](const bson::Document& document) { return matches(query, document); });
    return bson::makeDocument("n", std::int64_t{found}, "ok", 1.0);
}

/// Carries out a delete command; every statement deletes all documents that its filter matches.
inline bson::Document answerDelete(bson::DocumentView command,
                                   std::vector<bson::Document>& documents)
{
    std::int64_t removed = 0;
    for (const bson::Element& statement : command["deletes"].asDocument()) {
        const bson::DocumentView filter = statement.value.asDocument()["q"].asDocument();
        removed += static_cast<std::int64_t>(std::erase_if(
            documents, [&](const bson::Document& document) { return matches(filter, document); }));
    }
    return bson::makeDocument("n", removed, "ok", 1.0);
}

/// Whether the document has one of these _ids.
inline bool holds(const std::vector<bson::Value>& ids, bson::DocumentView document)
{
    return std::ranges::any_of(
        ids, [&](const bson::Value& id) { return bson::equal(id, document["_id"]); });
}

/// How a server counts.
struct Counting
{
    bool samples = true; ///< false: it has no random samples
    std::chrono::milliseconds took{0}; ///< how long it says that it took
};

/// What a server answers to a histogram request. Above request.sampleAbove it is a sample that
/// happens to be like the whole.
inline ttl::ExpiryHistogram histogramOf(const ttl::HistogramRequest& request,
                                        const std::vector<bson::Document>& documents,
                                        const Counting& counting = {})
{
    ttl::ExpiryHistogram histogram;
    histogram.took = counting.took;
    histogram.counts.assign(request.edges.size() - 1, 0);
    histogram.asOf = request.now;
    const ttl::ExpiryRule rule
        = ruleFor(request.field, request.expireAfterSeconds, request.valid, request.partialFilter);
    for (const bson::Document& document : documents) {
        const ttl::Verdict verdict = ttl::judge(rule, document);
        if (!request.part || isIn(*request.part, verdict)) {
            place(request, verdict, histogram);
        }
    }
    if (request.valid && !request.part && request.sampleAbove > 0
        && std::cmp_greater(documents.size(), request.sampleAbove)) {
        histogram.sampleRefused = !counting.samples;
        histogram.exact = !counting.samples;
        histogram.sampledShare = counting.samples ? 0.25 : 1.0;
        histogram.oldestExact = !counting.samples;
    }
    return histogram;
}

} // namespace sandglass::tests

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/mongo/readings.h"
#include "app/protocol/server_code.h"
#include "app/ttl/draft_rules.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/sampling.h"

#include <algorithm>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

constexpr int kMaxImpactSamples = 100;

Result<std::int64_t> countAll(Conversation& talk, const protocol::Namespace& ns)
{
    const auto reply = talk.run(ns.database, makeDocument("count", ns.collection), Access::Read);
    TRY(reply);
    return std::max<std::int64_t>((*reply)["n"].toInt64(), 0);
}

// An index that is hidden, or gone since it was listed, is refused as a hint; then the server
// chooses by itself.
Result<std::vector<Document>> aggregateWithHint(Conversation& talk, const protocol::Namespace& ns,
                                                const Document& stages, const std::string& hint)
{
    auto groups = talk.aggregate(ns, stages, hint);
    const bool hintRefused = !groups && !hint.empty()
        && groups.error().serverCode == static_cast<int>(protocol::ServerCode::BadValue);
    if (hintRefused) {
        return talk.aggregate(ns, stages);
    }
    return groups;
}

Result<void> addGroupsOf(Conversation& talk, const ttl::HistogramRequest& request,
                         const Document& stages, ttl::ExpiryHistogram& histogram)
{
    const auto groups = talk.aggregate(request.ns, stages);
    TRY(groups);
    return ttl::addGroups(histogram, *groups);
}

std::optional<bson::Date> dateIn(const Document& document, std::string_view key)
{
    if (document[key].type() != bson::Type::Date) {
        return std::nullopt;
    }
    return document[key].asDate();
}

// How many are overdue, through the index; nothing when there are too many to be counted each time.
Result<std::optional<std::int64_t>> countOverdue(Conversation& talk,
                                                 const ttl::HistogramRequest& request)
{
    if (request.indexHint.empty()) {
        return std::optional<std::int64_t>();
    }
    const auto counted
        = aggregateWithHint(talk, request.ns, ttl::overduePipeline(request), request.indexHint);
    TRY(counted);
    const std::int64_t overdue = counted->empty() ? 0 : counted->front()["n"].toInt64();
    return overdue <= ttl::kMostCountedOverdue ? std::optional(overdue) : std::nullopt;
}

// The deciding date at one end of the index (direction 1 or −1): one look, where a sample would
// miss it. Without an answer the sample's own stays.
std::optional<bson::Date> dateAtEnd(Conversation& talk, const ttl::HistogramRequest& request,
                                    int direction)
{
    const auto found = talk.find(
        request.ns, ttl::datedFilter(request.field, request.partialFilter),
        makeDocument("sort", makeDocument(request.field, direction), "limit", std::int64_t{1}));
    if (!found || found->empty()) {
        return std::nullopt;
    }
    return ttl::judge({request.field, request.expireAfterSeconds, true, {}}, found->front())
        .earliestDate;
}

Result<ttl::ExpiryHistogram> readSample(Conversation& talk, const ttl::HistogramRequest& request,
                                        std::int64_t documents)
{
    const auto answer
        = talk.aggregate(request.ns, ttl::samplePipeline(request, ttl::sampleSize(documents)));
    TRY(answer);
    if (answer->empty()) {
        return base::failure(Errc::Protocol, "The server's answer to the sample is empty.");
    }
    const auto overdue = countOverdue(talk, request);
    TRY(overdue);
    auto histogram = ttl::histogramOfSample(request, answer->front(), documents, *overdue);
    if (!histogram || request.indexHint.empty()) {
        return histogram;
    }
    if (const auto oldest = dateAtEnd(talk, request, 1)) {
        histogram->oldestDate = oldest;
    }
    if (const auto newest = dateAtEnd(talk, request, -1)) {
        histogram->newestDate = newest;
    }
    return histogram;
}

// The documents without a date. Those outside the partial filter are what remains of all.
Result<ttl::ExpiryHistogram> readRest(Conversation& talk, const ttl::HistogramRequest& request)
{
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    const auto all = countAll(talk, request.ns);
    TRY(all);
    const std::int64_t rest = *all - request.part->counted;
    if (rest <= 0) {
        return histogram;
    }
    TRY(addGroupsOf(talk, request, ttl::partPipeline(request), histogram));
    if (request.partialFilter) {
        histogram.never.outsideFilter = std::max<std::int64_t>(rest - histogram.documents(), 0);
    }
    return histogram;
}

Result<ttl::ExpiryHistogram> readPart(Conversation& talk, const ttl::HistogramRequest& request)
{
    if (request.part->undated) {
        return readRest(talk, request);
    }
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    const auto groups
        = aggregateWithHint(talk, request.ns, ttl::partPipeline(request), request.indexHint);
    TRY(groups);
    TRY(ttl::addGroups(histogram, *groups));
    return histogram;
}

// Average size of a document; 0 where the server does not tell.
Result<std::int64_t> averageBytes(Conversation& talk, const protocol::Namespace& ns)
{
    const auto stats = readStats(talk, ns);
    if (stats) {
        return stats->averageDocumentBytes;
    }
    if (stats.error().code == Errc::Server) {
        return std::int64_t{0};
    }
    return stats.error();
}

// Every document, by its date or by the reason why it has none.
Result<ttl::ExpiryHistogram> readEverything(Conversation& talk,
                                            const ttl::HistogramRequest& request)
{
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    if (!request.valid) {
        const auto all = countAll(talk, request.ns);
        TRY(all);
        histogram.never.invalidRule = *all;
        return histogram;
    }

    const auto dated
        = aggregateWithHint(talk, request.ns, ttl::datedPipeline(request), request.indexHint);
    TRY(dated);
    TRY(ttl::addGroups(histogram, *dated));

    // Mostly every document has a date; then the count, which costs nothing, spares the scan for
    // those without. Documents that come or go in between can shift the rest by their number until
    // the next refresh.
    const auto all = countAll(talk, request.ns);
    TRY(all);
    if (histogram.documents() >= *all) {
        return histogram;
    }
    TRY(addGroupsOf(talk, request, ttl::undatedPipeline(request), histogram));
    if (request.partialFilter) {
        histogram.never.outsideFilter = std::max<std::int64_t>(*all - histogram.documents(), 0);
    }
    return histogram;
}

} // namespace

Result<ttl::ExpiryHistogram> readHistogram(Conversation& talk, const ttl::HistogramRequest& request)
{
    TRY(ttl::checkRequest(request));
    if (!request.valid) {
        return readEverything(talk, request);
    }
    if (request.part) {
        return readPart(talk, request);
    }
    if (request.sampleAbove > 0) {
        const auto all = countAll(talk, request.ns);
        TRY(all);
        if (*all > request.sampleAbove) {
            auto sampled = readSample(talk, request, *all);
            // a server that cannot draw a sample is counted, however large it is
            if (sampled || sampled.error().code != Errc::Server) {
                return sampled;
            }
        }
    }
    return readEverything(talk, request);
}

Result<ttl::Impact> readImpact(Conversation& talk, const ttl::ImpactRequest& request)
{
    if (request.field != "_id" && ttl::fieldProblem(request.field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    ttl::Impact impact;
    const auto groups = talk.aggregate(request.ns, ttl::impactPipeline(request));
    TRY(groups);
    if (!groups->empty()) {
        const Document& group = groups->front();
        impact.affected = std::max<std::int64_t>(group["n"].toInt64(), 0);
        impact.oldest = dateIn(group, "oldest");
        impact.newest = dateIn(group, "newest");
    }
    const auto all = countAll(talk, request.ns);
    TRY(all);
    impact.documents = std::max(*all, impact.affected);
    if (impact.affected == 0) {
        return impact;
    }

    const auto average = averageBytes(talk, request.ns);
    TRY(average);
    if (__builtin_mul_overflow(impact.affected, *average, &impact.bytes)) {
        impact.bytes = 0;
    }
    if (request.sampleSize < 1) {
        return impact;
    }
    const std::int64_t limit = std::min(request.sampleSize, kMaxImpactSamples);
    auto samples = talk.find(request.ns, ttl::expiredFilter(request),
                             makeDocument("sort", makeDocument(request.field, 1), "limit", limit));
    TRY(samples);
    impact.samples = std::move(*samples);
    return impact;
}

} // namespace sandglass::mongo

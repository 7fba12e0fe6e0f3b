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

// Without a filter the count command reads only metadata, so it is fast.
Result<std::int64_t> countAll(Conversation& conversation, const protocol::Namespace& ns)
{
    const auto reply
        = conversation.run(ns.database, makeDocument("count", ns.collection), Access::Read);
    TRY(reply);
    return std::max<std::int64_t>((*reply)["n"].toInt64(), 0);
}

// A server refuses the hint of an index that is hidden, or was dropped since it was listed; it then
// chooses by itself.
Result<std::vector<Document>> aggregateWithHint(Conversation& conversation,
                                                const protocol::Namespace& ns,
                                                const Document& stages, const std::string& hint)
{
    auto groups = conversation.aggregate(ns, stages, hint);
    // BadValue is the error for an unusable hint
    const bool hintRefused = !groups && !hint.empty()
        && groups.error().serverCode == static_cast<int>(protocol::ServerCode::BadValue);
    if (hintRefused) {
        return conversation.aggregate(ns, stages);
    }
    return groups;
}

// Adds the groups that a pipeline returns to the histogram.
Result<void> addGroupsOf(Conversation& conversation, const ttl::HistogramRequest& request,
                         const Document& stages, ttl::ExpiryHistogram& histogram)
{
    const auto groups = conversation.aggregate(request.ns, stages);
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

// The number of overdue documents, from the index; nullopt if it is too large to be counted on each
// refresh.
Result<std::optional<std::int64_t>> countOverdue(Conversation& conversation,
                                                 const ttl::HistogramRequest& request)
{
    // without an index, counting would read the whole collection
    if (request.indexHint.empty()) {
        return std::optional<std::int64_t>();
    }
    const auto counted = aggregateWithHint(conversation, request.ns, ttl::overduePipeline(request),
                                           request.indexHint);
    TRY(counted);
    const std::int64_t overdue = counted->empty() ? 0 : counted->front()["n"].toInt64();
    return overdue <= ttl::kMostCountedOverdue ? std::optional(overdue) : std::nullopt;
}

// The deciding date at one end of the index (direction 1 or −1), which a sample would miss.
// nullopt: the sample's own date stays.
std::optional<bson::Date> dateAtEnd(Conversation& conversation,
                                    const ttl::HistogramRequest& request, int direction)
{
    const auto found = conversation.find(
        request.ns, ttl::datedFilter(request.field, request.partialFilter),
        makeDocument("sort", makeDocument(request.field, direction), "limit", std::int64_t{1}));
    if (!found || found->empty()) {
        return std::nullopt;
    }
    return ttl::judge({request.field, request.expireAfterSeconds, true, {}}, found->front())
        .earliestDate;
}

// An estimate from a random sample, improved by what the index can tell exactly.
Result<ttl::ExpiryHistogram>
readSample(Conversation& conversation, const ttl::HistogramRequest& request, std::int64_t documents)
{
    const auto answer = conversation.aggregate(
        request.ns, ttl::samplePipeline(request, ttl::sampleSize(documents)));
    TRY(answer);
    if (answer->empty()) {
        return base::failure(Errc::Protocol, "The server's reply to the sample is empty.");
    }
    const auto overdue = countOverdue(conversation, request);
    TRY(overdue);
    auto histogram = ttl::histogramOfSample(request, answer->front(), documents, *overdue);
    // without an index, finding the ends would read the whole collection
    if (!histogram || request.indexHint.empty()) {
        return histogram;
    }
    if (const auto oldest = dateAtEnd(conversation, request, 1)) {
        histogram->oldestDate = oldest;
    }
    if (const auto newest = dateAtEnd(conversation, request, -1)) {
        histogram->newestDate = newest;
    }
    return histogram;
}

// The documents without a date. Those outside the partial filter are the rest of all documents.
Result<ttl::ExpiryHistogram> readRest(Conversation& conversation,
                                      const ttl::HistogramRequest& request)
{
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    const auto all = countAll(conversation, request.ns);
    TRY(all);
    // the other parts have counted the rest already
    const std::int64_t rest = *all - request.part->counted;
    if (rest <= 0) {
        return histogram;
    }
    TRY(addGroupsOf(conversation, request, ttl::partPipeline(request), histogram));
    if (request.partialFilter) {
        histogram.never.outsideFilter = std::max<std::int64_t>(rest - histogram.documents(), 0);
    }
    return histogram;
}

// One part of an exact count, see ttl::HistogramPart.
Result<ttl::ExpiryHistogram> readPart(Conversation& conversation,
                                      const ttl::HistogramRequest& request)
{
    if (request.part->undated) {
        return readRest(conversation, request);
    }
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    const auto groups = aggregateWithHint(conversation, request.ns, ttl::partPipeline(request),
                                          request.indexHint);
    TRY(groups);
    TRY(ttl::addGroups(histogram, *groups));
    return histogram;
}

// The average size of a document; 0 if the server does not report it.
Result<std::int64_t> averageBytes(Conversation& conversation, const protocol::Namespace& ns)
{
    const auto stats = readStats(conversation, ns);
    if (stats) {
        return stats->averageDocumentBytes;
    }
    // views and some compatible servers have no statistics
    if (stats.error().code == Errc::Server) {
        return std::int64_t{0};
    }
    return stats.error();
}

// Counts every document, by its date or by the reason why it has none.
Result<ttl::ExpiryHistogram> readEverything(Conversation& conversation,
                                            const ttl::HistogramRequest& request)
{
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    if (!request.valid) {
        const auto all = countAll(conversation, request.ns);
        TRY(all);
        histogram.never.invalidRule = *all;
        return histogram;
    }

    const auto dated = aggregateWithHint(conversation, request.ns, ttl::datedPipeline(request),
                                         request.indexHint);
    TRY(dated);
    TRY(ttl::addGroups(histogram, *dated));

    // Usually every document has a date. Then the count of all documents, which costs next to
    // nothing, saves the scan for those without one. Documents that are added or deleted in between
    // can shift this rest by their number until the next refresh.
    const auto all = countAll(conversation, request.ns);
    TRY(all);
    if (histogram.documents() >= *all) {
        return histogram;
    }
    TRY(addGroupsOf(conversation, request, ttl::undatedPipeline(request), histogram));
    if (request.partialFilter) {
        histogram.never.outsideFilter = std::max<std::int64_t>(*all - histogram.documents(), 0);
    }
    return histogram;
}

} // namespace

Result<ttl::ExpiryHistogram> readHistogram(Conversation& conversation,
                                           const ttl::HistogramRequest& request)
{
    TRY(ttl::checkRequest(request));
    if (!request.valid) {
        return readEverything(conversation, request);
    }
    // a part belongs to an exact count and is never sampled
    if (request.part) {
        return readPart(conversation, request);
    }
    if (request.sampleAbove > 0) {
        const auto all = countAll(conversation, request.ns);
        TRY(all);
        if (*all > request.sampleAbove) {
            auto sampled = readSample(conversation, request, *all);
            // a server that cannot sample must count, however large the collection is
            if (sampled || sampled.error().code != Errc::Server) {
                return sampled;
            }
        }
    }
    return readEverything(conversation, request);
}

Result<ttl::Impact> readImpact(Conversation& conversation, const ttl::ImpactRequest& request)
{
    // `_id` is allowed here: a clustered collection expires by it
    if (request.field != "_id" && ttl::fieldProblem(request.field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    ttl::Impact impact;
    const auto groups = conversation.aggregate(request.ns, ttl::impactPipeline(request));
    TRY(groups);
    if (!groups->empty()) {
        const Document& group = groups->front();
        impact.affected = std::max<std::int64_t>(group["n"].toInt64(), 0);
        impact.oldest = dateIn(group, "oldest");
        impact.newest = dateIn(group, "newest");
    }
    const auto all = countAll(conversation, request.ns);
    TRY(all);
    // counted a moment later than the affected ones: some may be gone by then
    impact.documents = std::max(*all, impact.affected);
    if (impact.affected == 0) {
        return impact;
    }

    // an estimate, since reading all documents would take too long
    const auto average = averageBytes(conversation, request.ns);
    TRY(average);
    // no size rather than a wrong one
    if (__builtin_mul_overflow(impact.affected, *average, &impact.bytes)) {
        impact.bytes = 0;
    }
    if (request.sampleSize < 1) {
        return impact;
    }
    const std::int64_t limit = std::min(request.sampleSize, kMaxImpactSamples);
    auto samples
        = conversation.find(request.ns, ttl::expiredFilter(request),
                            makeDocument("sort", makeDocument(request.field, 1), "limit", limit));
    TRY(samples);
    impact.samples = std::move(*samples);
    return impact;
}

} // namespace sandglass::mongo

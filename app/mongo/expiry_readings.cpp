// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/mongo/count_commands.h"
#include "app/mongo/readings.h"
#include "app/mongo/sample_reading.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/privilege.h"

#include <algorithm>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

// Adds the groups that a pipeline returns to the histogram.
Result<void> addGroupsOf(Conversation& conversation, const ttl::HistogramRequest& request,
                         const Document& stages, ttl::ExpiryHistogram& histogram)
{
    const auto groups = conversation.aggregate(request.ns, stages);
    TRY(groups);
    return ttl::addGroups(histogram, *groups);
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

// The documents of a range of _ids, with and without a date.
Result<ttl::ExpiryHistogram> readIds(Conversation& conversation,
                                     const ttl::HistogramRequest& request)
{
    ttl::ExpiryHistogram histogram = ttl::emptyHistogram(request);
    TRY(addGroupsOf(conversation, request, ttl::partPipeline(request), histogram));
    if (request.partialFilter) {
        // the index on _id alone gives this count
        const auto reply = conversation.run(request.ns.database,
                                            makeDocument("count", request.ns.collection, "query",
                                                         ttl::idFilter(*request.part->ids)),
                                            Access::Read);
        TRY(reply);
        const auto all = countIn(*reply);
        TRY(all);
        histogram.never.outsideFilter = std::max<std::int64_t>(*all - histogram.documents(), 0);
    }
    return histogram;
}

// One part of an exact count, see ttl::HistogramPart.
Result<ttl::ExpiryHistogram> readPart(Conversation& conversation,
                                      const ttl::HistogramRequest& request)
{
    if (request.part->ids) {
        return readIds(conversation, request);
    }
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

// Whether overdue documents may be in a part. In a range of _ids they are anywhere.
bool mayHoldOverdue(const ttl::HistogramRequest& request)
{
    const ttl::HistogramPart& part = *request.part;
    return part.ids || (!part.undated && (!part.after || *part.after < request.now));
}

// Counts every document, by its date or by the reason why it has none. All of it from one member:
// two members may be at different moments.
Result<ttl::ExpiryHistogram> readEverything(Conversation& conversation,
                                            const ttl::HistogramRequest& request)
{
    conversation.readFrom(ReadFrom::PrimaryFirst);
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
        // the quick count of a router includes what shards have not yet deleted after moving it
        const auto owned
            = conversation.isRouter() ? countWithoutOrphans(conversation, request.ns) : all;
        TRY(owned);
        histogram.never.outsideFilter = std::max<std::int64_t>(*owned - histogram.documents(), 0);
    }
    return histogram;
}

} // namespace

Result<ttl::ExpiryHistogram> readHistogram(Conversation& conversation,
                                           const ttl::HistogramRequest& request,
                                           RefusedStages& refused)
{
    TRY(ttl::checkRequest(request));
    conversation.collate(request.collation);
    if (!request.valid) {
        return readEverything(conversation, request);
    }
    // a part belongs to an exact count and is never sampled
    if (request.part) {
        conversation.readFrom(mayHoldOverdue(request) ? ReadFrom::PrimaryFirst : ReadFrom::Nearby);
        return readPart(conversation, request);
    }
    if (request.sampleAbove == 0) {
        return readEverything(conversation, request);
    }
    const auto all = countAll(conversation, request.ns);
    TRY(all);
    if (*all <= request.sampleAbove) {
        return readEverything(conversation, request);
    }
    auto sampled = readSample(conversation, request, *all, refused);
    TRY(sampled);
    if (*sampled) {
        return std::move(**sampled);
    }
    // a server that cannot sample must count, however large the collection is
    auto counted = readEverything(conversation, request);
    if (counted) {
        counted->sampleRefused = true;
    }
    return counted;
}

} // namespace sandglass::mongo

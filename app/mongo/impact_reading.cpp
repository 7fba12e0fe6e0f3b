// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/mongo/count_commands.h"
#include "app/mongo/readings.h"
#include "app/mongo/sample_reading.h"
#include "app/ttl/draft_rules.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

constexpr int kMaxImpactSamples = 100;
// Together below a second.
constexpr std::chrono::milliseconds kCappedTime{300};
constexpr std::chrono::milliseconds kImpactSampleTime{450};
constexpr std::chrono::milliseconds kExamplesTime{200};

void takeDates(const Document& group, ttl::Impact& impact)
{
    const auto oldest = dateIn(group, "oldest");
    const auto newest = dateIn(group, "newest");
    if (oldest && (!impact.oldest || oldest->millis < impact.oldest->millis)) {
        impact.oldest = oldest;
    }
    if (newest && (!impact.newest || newest->millis > impact.newest->millis)) {
        impact.newest = newest;
    }
}

// Counts all affected documents, however long it takes.
Result<void> countAffected(Conversation& conversation, const ttl::ImpactRequest& request,
                           ttl::Impact& impact)
{
    const auto groups = conversation.aggregate(request.ns, ttl::impactPipeline(request));
    TRY(groups);
    if (!groups->empty()) {
        const auto counted = countIn(groups->front());
        TRY(counted);
        impact.affected = *counted;
        takeDates(groups->front(), impact);
    }
    return {};
}

// Counts the affected documents if they are few. False: they are too many, or counting is slow.
Result<bool> countFew(Conversation& conversation, const ttl::ImpactRequest& request,
                      ttl::Impact& impact)
{
    const std::int64_t most = request.limits.overdue;
    const auto met
        = aggregateQuickly(conversation, request.ns, ttl::cappedImpactPipeline(request, most + 1),
                           {kCappedTime, request.indexHint});
    if (!met) {
        return isRefusedOrSlow(met.error()) ? Result<bool>(false) : Result<bool>(met.error());
    }
    const auto count = met->empty() ? Result<std::int64_t>(0) : countIn(met->front());
    TRY(count);
    if (!met->empty()) {
        takeDates(met->front(), impact);
    }
    impact.affected = *count;
    return *count <= most;
}

// Estimates the affected documents of a collection of impact.documents. False: the server cannot
// sample.
Result<bool> estimate(Conversation& conversation, const ttl::ImpactRequest& request,
                      RefusedStages& refused, ttl::Impact& impact)
{
    if (refused.sample) {
        return false;
    }
    const std::int64_t size = ttl::sampleSize(impact.documents, request.limits);
    const auto met = aggregateQuickly(
        conversation, request.ns, ttl::sampledImpactPipeline(request, size), {kImpactSampleTime});
    if (!met) {
        noteRefusal(met.error(), refused);
        return met.error().code == Errc::Server ? Result<bool>(false) : Result<bool>(met.error());
    }
    const auto found = met->empty() ? Result<std::int64_t>(0) : countIn(met->front());
    TRY(found);
    // of the sample, whatever the server says
    const std::int64_t count = std::min({*found, size, impact.documents});
    const double share = static_cast<double>(count) / static_cast<double>(size);
    const auto estimated
        = static_cast<std::int64_t>(std::llround(share * static_cast<double>(impact.documents)));
    // what was met for certain is a lower limit
    impact.affected = std::clamp(std::max(estimated, impact.affected), count, impact.documents);
    impact.exact = false;
    impact.error = ttl::samplingError(
        static_cast<double>(estimated), impact.documents,
        static_cast<double>(size) / static_cast<double>(impact.documents), request.limits.together);
    if (!met->empty()) {
        takeDates(met->front(), impact);
    }
    return true;
}

// Counts or estimates, see ImpactRequest::sampleAbove.
Result<void> countOrEstimate(Conversation& conversation, const ttl::ImpactRequest& request,
                             RefusedStages& refused, ttl::Impact& impact)
{
    if (request.sampleAbove == 0 || impact.documents <= request.sampleAbove) {
        return countAffected(conversation, request, impact);
    }
    const auto few = countFew(conversation, request, impact);
    TRY(few);
    if (*few) {
        return {};
    }
    const auto estimated = estimate(conversation, request, refused, impact);
    TRY(estimated);
    return *estimated ? Result<void>() : countAffected(conversation, request, impact);
}

// Some of the affected documents, by their dates. The server does not sort them: an index with
// arrays would be read as a whole.
Result<std::vector<Document>> examples(Conversation& conversation,
                                       const ttl::ImpactRequest& request)
{
    bson::Builder options;
    options.append("limit", std::int64_t{std::min(request.sampleSize, kMaxImpactSamples)});
    if (request.sampleAbove > 0) {
        options.append("maxTimeMS", std::int64_t{kExamplesTime.count()});
    }
    auto found = conversation.find(request.ns, ttl::expiredFilter(request), options.take());
    if (!found) {
        return isServerTimeout(found.error()) && request.sampleAbove > 0
            ? std::vector<Document>()
            : Result<std::vector<Document>>(found.error());
    }
    const ttl::ExpiryRule rule{request.field, request.expireAfterSeconds, true, {}};
    std::ranges::stable_sort(*found, {}, [&rule](const Document& document) {
        const auto date = ttl::judge(rule, document).earliestDate;
        return date ? date->millis : std::numeric_limits<std::int64_t>::max();
    });
    return found;
}

} // namespace

Result<ttl::Impact> readImpact(Conversation& conversation, const ttl::ImpactRequest& request,
                               RefusedStages& refused)
{
    // `_id` is allowed here: a clustered collection expires by it
    if (request.field != "_id" && ttl::fieldProblem(request.field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    if (!ttl::canBeFollowed(request.field)) {
        return base::failure(Errc::Unsupported, "The field's path has too many parts.");
    }
    conversation.collate(request.collation);
    ttl::Impact impact;
    const auto all = countAll(conversation, request.ns);
    TRY(all);
    impact.documents = *all;
    TRY(countOrEstimate(conversation, request, refused, impact));
    // counted a moment before the affected ones: some may have been added since then
    impact.documents = std::max(impact.documents, impact.affected);
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
    auto samples = examples(conversation, request);
    TRY(samples);
    impact.samples = std::move(*samples);
    return impact;
}

} // namespace sandglass::mongo

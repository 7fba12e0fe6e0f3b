// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/sample_reading.h"

#include "app/mongo/count_commands.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/sampling.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace sandglass::mongo {

namespace {

// Together below a second with the time for drawing, and some time left for the way.
constexpr std::chrono::milliseconds kOverdueTime{200};
constexpr std::chrono::milliseconds kNewestTime{80};
constexpr int kSmallerBy = 10; // after a sample that has taken too long
// For a server whose $sample reads the whole collection. Better late than a full count.
constexpr std::chrono::milliseconds kPatientTime{20'000};

std::int64_t documentsOf(const std::vector<bson::Document>& groups)
{
    return std::accumulate(groups.begin(), groups.end(), std::int64_t{0},
                           [](std::int64_t sum, const bson::Document& group) {
                               return sum + countIn(group).value_or(0);
                           });
}

// Reads one estimate.
class SampleReading
{
public:
    SampleReading(Conversation& conversation, const ttl::HistogramRequest& request,
                  RefusedStages& refused)
        : m_conversation(conversation)
        , m_request(request)
        , m_refused(refused)
    {
    }

    Result<std::optional<ttl::ExpiryHistogram>> read(std::int64_t documents);

private:
    // The sample, or a smaller one if it takes too long. nullopt: the server cannot sample.
    Result<std::optional<ttl::Sample>> draw(std::int64_t documents);
    Result<std::optional<ttl::Sample>> draw(std::int64_t size, std::chrono::milliseconds time);
    // Counts the overdue documents and finds the oldest, as far as the time allows.
    Result<void> askIndex(const ttl::ExpiryHistogram& estimate);
    void improve(ttl::ExpiryHistogram& histogram) const;

    Conversation& m_conversation;
    const ttl::HistogramRequest& m_request;
    RefusedStages& m_refused;
    bool m_late = false; // the first sample took all the time
    std::optional<std::int64_t> m_overdue; // exact
    std::optional<bson::Date> m_oldest; // of the overdue documents that were met
    bool m_oldestExact = false;
    std::optional<bson::Date> m_newest;
};

Result<std::optional<ttl::Sample>> SampleReading::draw(std::int64_t size,
                                                       std::chrono::milliseconds time)
{
    // only a partial filter leaves documents out of the groups
    if (m_request.partialFilter && !m_refused.facet) {
        const auto facets = aggregateQuickly(m_conversation, m_request.ns,
                                             ttl::sampleFacetPipeline(m_request, size), {time});
        if (facets && !facets->empty()) {
            return std::optional(ttl::sampleIn(facets->front()));
        }
        if (facets) {
            return base::failure(Errc::Protocol, "The server's reply to the sample is empty.");
        }
        if (facets.error().code != Errc::Server) {
            return facets.error();
        }
        noteRefusal(facets.error(), m_refused);
    }
    auto groups = aggregateQuickly(m_conversation, m_request.ns,
                                   ttl::samplePipeline(m_request, size), {time});
    if (groups) {
        // a collection that is smaller than its statistics say gives fewer documents
        const std::int64_t drawn = m_request.partialFilter ? size : documentsOf(*groups);
        return std::optional(ttl::Sample{drawn, std::move(*groups)});
    }
    if (groups.error().code != Errc::Server) {
        return groups.error();
    }
    noteRefusal(groups.error(), m_refused);
    return std::optional<ttl::Sample>();
}

Result<std::optional<ttl::Sample>> SampleReading::draw(std::int64_t documents)
{
    const std::int64_t size = ttl::sampleSize(documents, m_request.limits);
    auto sample = draw(size, m_request.limits.time);
    const std::int64_t smaller = std::max<std::int64_t>(size / kSmallerBy, 1);
    for (const std::chrono::milliseconds time : {kOverdueTime, kPatientTime}) {
        if (sample || !isServerTimeout(sample.error())) {
            break;
        }
        m_late = true;
        sample = draw(smaller, time);
    }
    return sample;
}

Result<void> SampleReading::askIndex(const ttl::ExpiryHistogram& estimate)
{
    // without an index, counting would read the whole collection
    const bool counts = ttl::mayCountOverdue(m_request, estimate);
    if (m_late || m_request.indexHint.empty() || (!counts && !m_request.indexAscends)) {
        return {};
    }
    const std::int64_t most = counts ? m_request.limits.overdue + 1 : 1;
    m_conversation.readFrom(ReadFrom::PrimaryFirst);
    const auto met
        = aggregateQuickly(m_conversation, m_request.ns, ttl::overduePipeline(m_request, most),
                           {kOverdueTime, m_request.indexHint});
    m_conversation.readFrom(ReadFrom::Nearby);
    if (!met) {
        return isRefusedOrSlow(met.error()) ? Result<void>() : Result<void>(met.error());
    }
    const auto overdue = met->empty() ? Result<std::int64_t>(0) : countIn(met->front());
    TRY(overdue);
    const bool all = *overdue < most;
    m_overdue = all ? std::optional(*overdue) : std::nullopt;
    m_oldest = met->empty() ? std::nullopt : dateIn(met->front(), "oldest");
    m_oldestExact = m_oldest && (all || m_request.indexAscends);
    if (!m_request.indexAscends) {
        return {}; // the newest date would have to be searched for
    }
    const auto last = endOfIndex(m_conversation, m_request.ns, m_request.field, -1,
                                 {kNewestTime, m_request.indexHint});
    if (!last) {
        return isRefusedOrSlow(last.error()) ? Result<void>() : Result<void>(last.error());
    }
    if (*last) {
        m_newest = ttl::judge({m_request.field, m_request.expireAfterSeconds, true, {}}, **last)
                       .earliestDate;
    }
    return {};
}

void SampleReading::improve(ttl::ExpiryHistogram& histogram) const
{
    if (m_oldest && (!histogram.oldestDate || m_oldest->millis < histogram.oldestDate->millis)) {
        histogram.oldestDate = m_oldest;
    }
    histogram.oldestExact = m_oldestExact;
    if (m_newest && (!histogram.newestDate || m_newest->millis > histogram.newestDate->millis)) {
        histogram.newestDate = m_newest;
    }
}

Result<std::optional<ttl::ExpiryHistogram>> SampleReading::read(std::int64_t documents)
{
    const auto sample = draw(documents);
    TRY(sample);
    if (!*sample) {
        return std::optional<ttl::ExpiryHistogram>();
    }
    const auto estimate = ttl::histogramOfSample(m_request, **sample, documents, {});
    TRY(estimate);
    TRY(askIndex(*estimate));
    auto histogram = ttl::histogramOfSample(m_request, **sample, documents, m_overdue);
    TRY(histogram);
    improve(*histogram);
    return std::optional(std::move(*histogram));
}

} // namespace

Result<std::optional<ttl::ExpiryHistogram>> readSample(Conversation& conversation,
                                                       const ttl::HistogramRequest& request,
                                                       std::int64_t documents,
                                                       RefusedStages& refused)
{
    if (refused.sample) {
        return std::optional<ttl::ExpiryHistogram>();
    }
    return SampleReading(conversation, request, refused).read(documents);
}

void noteRefusal(const Error& error, RefusedStages& refused)
{
    // servers name the stage that they do not have; other errors may go away
    if (error.message.find("$facet") != std::string::npos) {
        refused.facet = true;
    } else if (error.message.find("$sample") != std::string::npos) {
        refused.sample = true;
    }
}

} // namespace sandglass::mongo

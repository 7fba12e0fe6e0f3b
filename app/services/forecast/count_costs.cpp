// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/count_costs.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

constexpr std::int64_t kAlwaysCounted = 10'000; // documents
constexpr double kCheapMillis = 500.0;
// A sample reads its documents in random order, which costs more for each than counting does.
constexpr double kWorthTryingMillis = 2'000.0;
constexpr std::int64_t kAnyNumber = std::int64_t{1} << 48;

// All commands of a sample together, including the way to the server.
constexpr std::chrono::milliseconds kQuickSample{500};
constexpr std::chrono::milliseconds kSlowSample{900};
// A server that needs so long reads the whole collection: a sample is not tried each time.
constexpr std::chrono::milliseconds kVerySlowSample{1'500};
constexpr std::chrono::milliseconds kPatience{20'000};
constexpr std::int64_t kFewestDrawn = 500;
constexpr std::int64_t kFewestOverdue = 1'000;
constexpr std::int64_t kOverdueStep = 10;

std::int64_t documentsIn(double millis, double millisPerDocument)
{
    // too quick to be measured
    if (millisPerDocument <= 0.0) {
        return kAnyNumber;
    }
    return static_cast<std::int64_t>(
        std::min(millis / millisPerDocument, static_cast<double>(kAnyNumber)));
}

double millisPer(std::chrono::milliseconds took, double documents)
{
    return static_cast<double>(took.count()) / std::max(documents, 1.0);
}

} // namespace

CountCosts::Experience CountCosts::experience(const protocol::Namespace& ns,
                                              const std::string& field) const
{
    const auto found = m_known.find({ns, field});
    return found == m_known.end() ? Experience() : found->second;
}

std::int64_t CountCosts::countableExactly(const protocol::Namespace& ns,
                                          const std::string& field) const
{
    const Experience known = experience(ns, field);
    std::int64_t most = kAlwaysCounted;
    if (known.exactMillis) {
        most = std::max(most, documentsIn(kCheapMillis, *known.exactMillis));
    }
    if (known.sampledMillis) {
        // an exact count may have been slow only for a while
        const double millis = known.exactMillis ? kCheapMillis : kWorthTryingMillis;
        most = std::max(most, documentsIn(millis, *known.sampledMillis));
    }
    return most;
}

ttl::SampleLimits CountCosts::sampleLimits(const protocol::Namespace& ns,
                                           const std::string& field) const
{
    return experience(ns, field).limits;
}

std::optional<bson::Date> CountCosts::newestDate(const protocol::Namespace& ns,
                                                 const std::string& field) const
{
    return experience(ns, field).newest;
}

void CountCosts::noteSample(const ttl::ExpiryHistogram& sample, Experience& known)
{
    const double drawn = static_cast<double>(sample.documents()) * sample.sampledShare;
    known.sampledMillis = millisPer(sample.took, drawn);
    if (sample.took <= kQuickSample) {
        known.limits.documents
            = std::min(known.limits.documents * 2, ttl::SampleLimits().documents);
    } else if (sample.took > kSlowSample) {
        known.limits.documents = std::max(known.limits.documents / 2, kFewestDrawn);
    }
    known.limits.time = sample.took > kVerySlowSample ? kPatience : ttl::SampleLimits().time;
    // counting them was given up although they are not too many: it was too slow
    if (!sample.overdueExact && sample.overdue / 2 <= known.limits.overdue) {
        known.limits.overdue = std::max(known.limits.overdue / kOverdueStep, kFewestOverdue);
    } else if (sample.overdueExact) {
        known.limits.overdue
            = std::min(known.limits.overdue * kOverdueStep, ttl::SampleLimits().overdue);
    }
}

void CountCosts::note(const ttl::HistogramRequest& request,
                      const Result<ttl::ExpiryHistogram>& answer)
{
    if (!request.valid || request.part) {
        return;
    }
    const auto known = m_known.try_emplace({request.ns, request.field}).first;
    Experience& experience = known->second;
    if (!answer) {
        // even a tenth of the sample was too much
        if (answer.error().code == Errc::Timeout) {
            experience.limits.documents
                = std::max(experience.limits.documents / kOverdueStep, kFewestDrawn);
        }
        return;
    }
    experience.newest = answer->newestDate ? answer->newestDate : experience.newest;
    if (answer->exact && answer->documents() > kAlwaysCounted) {
        experience.exactMillis = millisPer(answer->took, static_cast<double>(answer->documents()));
    } else if (!answer->exact) {
        noteSample(*answer, experience);
    }
}

} // namespace sandglass::services

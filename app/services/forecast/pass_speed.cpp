// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/pass_speed.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

// A pass that deletes less takes its time for looking, not for deleting.
constexpr std::int64_t kFewestDocuments = 100;
constexpr std::size_t kMostPasses = 20;

} // namespace

void PassSpeed::note(const ttl::TtlMetrics& metrics)
{
    // a fast clock would make the passes look slow
    if (metrics.clockRate > 1 || !metrics.passes || !metrics.deletedDocuments
        || metrics.passRunning) {
        return;
    }
    const Between now{*metrics.passes, *metrics.deletedDocuments};
    const std::optional<Between> before = std::exchange(m_between, now);
    const bool one = before
        && now.passes == before->passes + 1; // of several, the server reports only the last
    if (!one || !metrics.lastPassStartedAt || !metrics.lastPassEndedAt) {
        return;
    }
    const std::int64_t documents = now.deleted - before->deleted;
    const base::Millis took = *metrics.lastPassEndedAt - *metrics.lastPassStartedAt;
    if (documents < kFewestDocuments || took < 0ms) {
        return;
    }
    // both moments are cut to milliseconds: it may have taken almost one more
    m_seen.push_back({documents, took + 1ms});
    if (m_seen.size() > kMostPasses) {
        m_seen.pop_front();
    }
}

void PassSpeed::clear()
{
    m_between.reset();
    m_seen.clear();
}

std::optional<double> PassSpeed::perSecond() const
{
    if (m_seen.empty()) {
        return {};
    }
    std::int64_t documents = 0;
    std::chrono::milliseconds took{0};
    for (const Pass& pass : m_seen) {
        documents += pass.documents;
        took += pass.took;
    }
    return static_cast<double>(documents) / std::chrono::duration<double>(took).count();
}

} // namespace sandglass::services

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/observed_deletions.h"

#include "app/services/forecast/monitor_service.h"

#include <algorithm>
#include <numeric>

using namespace std::chrono_literals;

namespace sandglass::presenters {

namespace {

// over a shorter time, a rate depends too much on when the last pass was
constexpr std::chrono::seconds kShortestObservation{10};

} // namespace

std::deque<DeletionEvent> deletionsBetween(const std::deque<services::DeletionReading>& readings)
{
    std::deque<DeletionEvent> events;
    for (std::size_t i = 1; i < readings.size(); ++i) {
        events.push_back(
            {readings[i].at, readings[i].deletedDocuments - readings[i - 1].deletedDocuments});
    }
    return events;
}

std::vector<DeletionSpan> deletionSpans(const std::deque<DeletionEvent>& events, base::Time since,
                                        base::Time now, std::chrono::seconds width, int factor)
{
    const base::Millis step = std::clamp<base::Millis>(width, 5s * factor, 300s * factor);
    const base::Time first = std::max(since, now - 1h * factor);
    if (first >= now) {
        return {};
    }
    // on multiples of the width, so that the bars do not move from refresh to refresh
    base::Time edge = first - (first.time_since_epoch() % step);
    std::vector<DeletionSpan> spans;
    for (; edge < now; edge += step) {
        spans.push_back({edge, edge + step, 0});
    }
    for (const DeletionEvent& event : events) {
        if (event.at > spans.front().from && event.at <= spans.back().to) {
            // minus 1 ms, because a span includes its end and not its beginning
            const auto at = static_cast<std::size_t>(
                (event.at - spans.front().from - base::Millis(1)) / step);
            spans[at].documents += event.documents;
        }
    }
    return spans;
}

std::int64_t leftToDelete(const ForecastState& state, int clockRate)
{
    return clockRate > 1
        ? std::accumulate(state.totals.begin(), state.totals.end(), state.overdue + state.later)
        : state.overdue;
}

void ObservedDeletions::note(std::int64_t left, base::Time now, int factor)
{
    // an increase is no deletion: other documents have become due
    if (m_left && *m_left > left) {
        m_events.push_back({now, *m_left - left});
    }
    m_left = left;
    m_since = m_since.value_or(now);
    std::erase_if(m_events,
                  [&](const DeletionEvent& event) { return event.at < now - 1h * factor; });
}

void ObservedDeletions::clear()
{
    m_events.clear();
    m_since.reset();
    m_left.reset();
}

std::optional<double> ObservedDeletions::perMinute(base::Time now, int factor) const
{
    if (!m_since || now - *m_since < kShortestObservation) {
        return {};
    }
    const base::Time since = std::max(*m_since, now - services::kRateSpan * factor);
    std::int64_t sum = 0;
    for (const DeletionEvent& event : m_events) {
        sum += event.at > since ? event.documents : 0;
    }
    const double minutes = std::chrono::duration<double, std::ratio<60>>(now - since).count();
    return static_cast<double>(sum) / minutes;
}

std::vector<DeletionSpan> ObservedDeletions::spans(base::Time now, std::chrono::seconds width,
                                                   int factor) const
{
    return m_since ? deletionSpans(m_events, *m_since, now, width, factor)
                   : std::vector<DeletionSpan>();
}

} // namespace sandglass::presenters

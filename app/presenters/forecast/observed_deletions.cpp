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
        events.push_back({readings[i].at,
                          readings[i].deletedDocuments - readings[i - 1].deletedDocuments,
                          readings[i].at - readings[i - 1].at});
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
    const base::Time start = first - (first.time_since_epoch() % step);
    const auto count = static_cast<std::size_t>((now - start + step - base::Millis(1)) / step);
    std::vector<std::optional<DeletionSpan>> found(count);
    for (const DeletionEvent& event : events) {
        if (event.at > start) {
            // minus 1 ms, because a span includes its end and not its beginning
            const auto at = static_cast<std::size_t>((event.at - start - base::Millis(1)) / step);
            if (at < count) {
                const base::Time from = start + static_cast<std::int64_t>(at) * step;
                DeletionSpan span = found[at].value_or(DeletionSpan{from, from + step});
                span.documents += event.documents;
                span.exact = span.exact && event.apart <= step;
                found[at] = span;
            }
        }
    }
    std::vector<DeletionSpan> spans;
    for (const std::optional<DeletionSpan>& span : found) {
        if (span) {
            spans.push_back(*span);
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
    // in an increase, because other documents have become due, deletions may be hidden
    if (m_left && left <= *m_left) {
        m_events.push_back({now, *m_left - left, now - m_leftAt});
    }
    m_left = left;
    m_leftAt = now;
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

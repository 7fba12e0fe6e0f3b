// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/what_if.h"

#include "app/ttl/requests.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

using namespace std::chrono_literals;

namespace sandglass::ttl {

namespace {

using base::Millis;
using base::Time;

constexpr std::size_t kMostDateEdges = 501; // fine enough for every bar of a timeline
static_assert(kMostDateEdges <= kMostEdges);
constexpr std::size_t kMostAnchored = 320; // the other edges are spread evenly over the range
constexpr std::chrono::hours kFarthest{24 * 366 * 200};

Time back(Time moment, std::int64_t seconds)
{
    return moment - std::chrono::seconds(seconds);
}

/// The range of dates that gets edges.
struct DateRange
{
    Time lowest; // exclusive
    Time highest; // inclusive
};

DateRange rangeOf(const DateEdgesWish& wish)
{
    const Time first = wish.now - kFarthest;
    const Time last = wish.now + kFarthest;
    const Time oldest = wish.oldest ? std::clamp(wish.oldest->time(), first, last) : wish.now;
    const Time newest = wish.newest ? std::clamp(wish.newest->time(), first, last) : wish.now;
    // new documents have dates near now, so the range always includes it
    return {oldest - 1ms, std::max({oldest, newest, wish.now})};
}

void keepInside(const DateRange& range, std::vector<Time>& points)
{
    std::erase_if(points,
                  [&](Time point) { return point <= range.lowest || point > range.highest; });
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
}

// The edges of the bars, moved back by each usual period: there shifted() is exact.
std::vector<Time> anchoredPoints(const DateEdgesWish& wish, const DateRange& range)
{
    std::vector<std::int64_t> periods(std::begin(kWhatIfSnapSeconds), std::end(kWhatIfSnapSeconds));
    periods.push_back(wish.today);
    std::vector<Time> ends;
    std::vector<Time> inner;
    for (const std::int64_t seconds : periods) {
        ends.push_back(back(wish.now, seconds));
        for (const Time edge : wish.shown) {
            inner.push_back(back(edge, seconds));
        }
        if (!wish.shown.empty()) {
            ends.push_back(back(wish.shown.front(), seconds));
            ends.push_back(back(wish.shown.back(), seconds));
        }
    }
    keepInside(range, inner);
    // every stride-th inner edge keeps the total below kMostDateEdges; the ends are all kept
    const std::size_t stride = inner.size() / kMostAnchored + 1;
    for (std::size_t i = 0; i < inner.size(); i += stride) {
        ends.push_back(inner[i]);
    }
    keepInside(range, ends);
    return ends;
}

/// Cumulative number of dates by time: exact at the edges of the histogram, linear between them.
class DateCounts
{
public:
    explicit DateCounts(const DateHistogram& dates)
    {
        const ExpiryHistogram& counted = dates.counted;
        const std::int64_t first = dates.edges.front().time_since_epoch().count();
        std::int64_t sum = counted.overdue;
        if (counted.overdue > 0) {
            // the count starts just before the oldest date; if that is unknown, at the first edge
            const std::int64_t oldest = counted.oldestDate ? counted.oldestDate->millis : first;
            m_knots.push_back({std::max(std::min(oldest, first), kLeast + 1) - 1, 0});
        }
        m_knots.push_back({first, sum});
        for (std::size_t i = 0; i + 1 < dates.edges.size() && i < counted.counts.size(); ++i) {
            sum += counted.counts[i];
            m_knots.push_back({dates.edges[i + 1].time_since_epoch().count(), sum});
        }
        if (counted.later > 0) {
            const std::int64_t last = m_knots.back().at;
            const std::int64_t newest = counted.newestDate ? counted.newestDate->millis : last;
            m_knots.push_back({std::max(newest, last + 1), sum + counted.later});
        }
    }

    std::int64_t total() const { return m_knots.back().count; }

    /// Dates at `moment` or before; `exact` becomes false when that was estimated.
    std::int64_t upTo(Time moment, bool& exact) const
    {
        const std::int64_t at = moment.time_since_epoch().count();
        const auto next = std::ranges::lower_bound(m_knots, at, {}, &Knot::at);
        if (next == m_knots.end()) {
            return total();
        }
        if (next->at == at || next == m_knots.begin()) {
            return next->at == at ? next->count : 0;
        }
        const Knot& before = *std::prev(next);
        const std::int64_t inside = next->count - before.count;
        if (inside == 0) {
            return before.count;
        }
        exact = false;
        // as double: the difference of two int64 dates may overflow int64
        const double share = (static_cast<double>(at) - static_cast<double>(before.at))
            / (static_cast<double>(next->at) - static_cast<double>(before.at));
        return before.count
            + std::min(inside,
                       static_cast<std::int64_t>(std::floor(static_cast<double>(inside) * share)));
    }

private:
    struct Knot
    {
        std::int64_t at = 0; // milliseconds since 1970
        std::int64_t count = 0; // dates up to here
    };
    static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

    std::vector<Knot> m_knots;
};

} // namespace

std::vector<Time> dateEdges(const DateEdgesWish& wish)
{
    const DateRange range = rangeOf(wish);
    std::vector<Time> edges = anchoredPoints(wish, range);
    const std::size_t ends = 2;
    // what the anchored points leave of the limit, less the range's own two ends
    const auto even = static_cast<std::int64_t>(kMostDateEdges - ends - edges.size());
    const std::int64_t span = (range.highest - range.lowest).count();
    const std::int64_t step = std::max<std::int64_t>(span / (even + 1), 1);
    for (std::int64_t i = 1; i <= even && i * step < span; ++i) {
        edges.push_back(range.lowest + Millis(i * step));
    }
    edges.push_back(range.highest);
    keepInside(range, edges);
    edges.insert(edges.begin(), range.lowest);
    return edges;
}

ShiftedForecast shifted(const DateHistogram& dates, std::int64_t seconds, Time now,
                        std::span<const Time> shown)
{
    ShiftedForecast forecast;
    if (dates.edges.empty() || shown.empty()) {
        return forecast;
    }
    const DateCounts counts(dates);
    forecast.overdueExact = dates.counted.exact;
    forecast.overdue = counts.upTo(back(now, seconds), forecast.overdueExact);
    forecast.exact = forecast.overdueExact;
    std::int64_t before = counts.upTo(back(shown.front(), seconds), forecast.exact);
    forecast.beforeShown = before - forecast.overdue;
    for (const Time edge : shown.subspan(1)) {
        const std::int64_t sum = counts.upTo(back(edge, seconds), forecast.exact);
        forecast.counts.push_back(sum - before);
        before = sum;
    }
    forecast.later = counts.total() - before;
    return forecast;
}

} // namespace sandglass::ttl

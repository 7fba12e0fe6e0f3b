// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/bucket_edges.h"

#include "app/ttl/requests.h"

#include <QDate>
#include <QDateTime>

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Millis;
using base::Time;

constexpr std::int64_t kDaySeconds = 86'400;

// Rounds down, also below zero.
std::int64_t floorTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

QDateTime inZone(Time moment, const QTimeZone& zone)
{
    return QDateTime::fromMSecsSinceEpoch(moment.time_since_epoch().count(), zone);
}

std::int64_t offsetMillis(std::int64_t utcMillis, const QTimeZone& zone)
{
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(utcMillis, QTimeZone::utc());
    return std::int64_t{zone.offsetFromUtc(moment)} * 1'000;
}

// The first moment of a day: the first of two midnights, or, if the clock jumps over midnight, the
// moment of the jump. nullopt for a day that the zone skips. QDate::startOfDay() is not used
// because it returns the second of two midnights (Havana in autumn).
std::optional<Time> firstMoment(QDate day, const QTimeZone& zone)
{
    const std::int64_t midnight = QDateTime(day, QTime(0, 0), QTimeZone::utc()).toMSecsSinceEpoch();
    const std::int64_t before = offsetMillis(midnight - kDaySeconds * 1'000, zone);
    const std::int64_t after = offsetMillis(midnight + kDaySeconds * 1'000, zone);
    // the larger offset gives the earlier moment
    for (const std::int64_t offset : {std::max(before, after), std::min(before, after)}) {
        if (offsetMillis(midnight - offset, zone) == offset) {
            return Time(Millis(midnight - offset));
        }
    }
    const Time jump(Millis(midnight - before));
    return inZone(jump, zone).date() == day ? std::optional(jump) : std::nullopt;
}

// The first day of the bucket that contains a day.
QDate bucketStart(QDate day, ttl::BucketWidth width)
{
    switch (width) {
    case ttl::BucketWidth::Week1:
        return day.addDays(1 - day.dayOfWeek());
    case ttl::BucketWidth::Month1:
        return {day.year(), day.month(), 1};
    default:
        return day;
    }
}

QDate nextStart(QDate start, ttl::BucketWidth width)
{
    switch (width) {
    case ttl::BucketWidth::Week1:
        return start.addDays(7);
    case ttl::BucketWidth::Month1:
        return start.addMonths(1);
    default:
        return start.addDays(1);
    }
}

// Edges of whole days, weeks or months.
std::vector<Time> calendarEdges(Time from, Time to, ttl::BucketWidth width, const QTimeZone& zone)
{
    std::vector<Time> edges{from};
    QDate start = bucketStart(inZone(from, zone).date(), width);
    while (edges.back() < to && edges.size() <= kMaxBars) {
        start = nextStart(start, width);
        if (!start.isValid()) {
            break;
        }
        // the first bucket starts at `from`, in the middle of a calendar bucket
        if (const std::optional<Time> edge = firstMoment(start, zone); edge && *edge > from) {
            edges.push_back(*edge);
        }
    }
    // a histogram needs two edges
    if (edges.size() < 2) {
        edges.push_back(std::max(to, from + 1s));
    }
    return edges;
}

// Edges of equal distance.
std::vector<Time> evenEdges(Time from, Time to, ttl::BucketWidth width, const QTimeZone& zone)
{
    const std::int64_t step = ttl::nominalSeconds(width) * 1'000;
    const std::int64_t offset = std::int64_t{inZone(from, zone).offsetFromUtc()} * 1'000;
    std::int64_t edge = floorTo(from.time_since_epoch().count() + offset, step) - offset;
    std::vector<Time> edges{from};
    do {
        edge += step;
        edges.emplace_back(Millis(edge));
    } while (edges.back() < to && edges.size() <= kMaxBars);
    return edges;
}

// All edges of both, ascending.
std::vector<Time> merged(std::vector<Time> edges, const std::vector<Time>& more)
{
    edges.insert(edges.end(), more.begin(), more.end());
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

} // namespace

std::vector<Time> bucketEdges(Time from, Time to, ttl::BucketWidth width, const QTimeZone& zone)
{
    return ttl::nominalSeconds(width) >= kDaySeconds ? calendarEdges(from, to, width, zone)
                                                     : evenEdges(from, to, width, zone);
}

std::vector<Time> bucketEdges(Time now, std::chrono::seconds horizon, const QTimeZone& zone)
{
    const std::chrono::seconds span = std::max(horizon, 1s);
    return bucketEdges(now, now + span, ttl::widthFor(span), zone);
}

ttl::EdgePlan planEdges(Time now, Time from, Time to, const QTimeZone& zone)
{
    ttl::EdgePlan plan;
    const Time first = std::max(now, from);
    const auto span = std::max(std::chrono::duration_cast<std::chrono::seconds>(to - first), 1s);
    plan.width = ttl::widthFor(span);
    plan.shown = bucketEdges(first, first + span, plan.width, zone);
    // the figures "due within an hour" and "a day" are exact, because the request is cut there too
    plan.hourEnd = now + 1h;
    plan.dayEnd = now + 24h;
    plan.asked = plan.shown;
    plan.asked = merged(std::move(plan.asked), {now, plan.hourEnd, plan.dayEnd});
    return plan;
}

void addWave(ttl::EdgePlan& plan, Time now, const QTimeZone& zone)
{
    std::vector<Time> wave = bucketEdges(now, now + kWaveHorizon, kWaveWidth, zone);
    plan.asked = merged(std::move(plan.asked), wave);
    plan.wave = std::move(wave);
    assert(plan.asked.size() <= ttl::kMostEdges);
}

} // namespace sandglass::services

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_scene.h"

#include "widgets/charts/count_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace sandglass::widgets {

namespace {

constexpr qint64 kEmptySpanMs = 3'600'000; // shown before there is any data
constexpr double kEdgeShare = 0.012; // room on the left, as a part of the span
constexpr double kMostOver = 1.5; // a side bar up to this much larger is still drawn whole

bool overlaps(const Bar& bar, const TimeSpan& span)
{
    return bar.toMs > span.fromMs && bar.fromMs < span.toMs;
}

double largestVisible(const QVector<Bar>& bars, const TimeSpan& span)
{
    double largest = 0;
    for (const Bar& bar : bars) {
        if (overlaps(bar, span)) {
            largest = std::max(largest, bar.count());
        }
    }
    return largest;
}

std::array<double, 6> sideCounts(const ChartModel& model)
{
    const double never
        = std::accumulate(model.never.cbegin(), model.never.cend(), 0.0,
                          [](double sum, const Reason& reason) { return sum + reason.count; });
    const auto outlined = [&model](std::optional<double> Outline::*part) {
        return model.outline ? ((*model.outline).*part).value_or(0) : 0;
    };
    double deleted = 0;
    for (const Bar& bar : model.deletions) {
        deleted = std::max(deleted, bar.count());
    }
    return {model.overdue.count(),       model.later.count(),      never, deleted,
            outlined(&Outline::overdue), outlined(&Outline::later)};
}

} // namespace

bool operator==(const TimeSpan& a, const TimeSpan& b)
{
    return a.fromMs == b.fromMs && a.toMs == b.toMs;
}

QString shortLabel(const ChartScene& scene, double count)
{
    return scene.bytesEach > 0 ? axisBytes(count * scene.bytesEach, scene.locale)
                               : shortCount(count, scene.locale);
}

QString markedLabel(const ChartScene& scene, double count, bool exact)
{
    const QString label = shortLabel(scene, count);
    if (scene.model.atLeast) {
        return QStringLiteral("\u2265 ") + label;
    }
    // sizes have the mark already
    return exact || scene.bytesEach > 0 ? label : QStringLiteral("\u2248 ") + label;
}

TimeSpan wholeSpan(const ChartModel& model, qint64 nowMs)
{
    if (model.bars.isEmpty()) {
        return {nowMs - std::llround(kEmptySpanMs * kEdgeShare), nowMs + kEmptySpanMs};
    }
    const TimeSpan bars{model.bars.first().fromMs, model.bars.last().toMs};
    const TimeSpan all = model.reach ? TimeSpan{std::min(bars.fromMs, model.reach->first),
                                                std::max(bars.toMs, model.reach->second)}
                                     : bars;
    const qint64 length = std::max<qint64>(all.lengthMs(), 1);
    return {all.fromMs - std::llround(static_cast<double>(length) * kEdgeShare), all.toMs};
}

TimeSpan zoomed(const TimeSpan& span, double factor, qint64 aroundMs, const TimeSpan& whole,
                qint64 leastMs)
{
    const auto length = static_cast<double>(std::max<qint64>(span.lengthMs(), 1));
    const auto most = static_cast<double>(std::max<qint64>(whole.lengthMs(), 1));
    const double wanted
        = std::clamp(length * factor, std::min(static_cast<double>(leastMs), most), most);
    // keeps the instant under the pointer where it is
    const double place = static_cast<double>(aroundMs - span.fromMs) / length;
    const qint64 from = aroundMs - std::llround(place * wanted);
    return movedInside({from, from + std::llround(wanted)}, whole);
}

TimeSpan movedInside(TimeSpan span, const TimeSpan& whole)
{
    if (span.lengthMs() >= whole.lengthMs()) {
        return whole;
    }
    const qint64 shift = span.fromMs < whole.fromMs ? whole.fromMs - span.fromMs
        : span.toMs > whole.toMs                    ? whole.toMs - span.toMs
                                                    : 0;
    return {span.fromMs + shift, span.toMs + shift};
}

double valueTop(const ChartScene& scene)
{
    double top = largestVisible(scene.model.bars, scene.visible);
    if (scene.model.outline) {
        top = std::max(top, largestVisible(scene.model.outline->bars, scene.visible));
    }
    // 0: nothing is cut
    const double limit = scene.logScale || top <= 0 ? 0 : top * kMostOver;
    for (const double count : sideCounts(scene.model)) {
        if (limit <= 0 || count <= limit) {
            top = std::max(top, count);
        }
    }
    return std::max(top, 1.0);
}

int peakRow(const ChartScene& scene)
{
    int peak = -1;
    double largest = 0;
    for (int i = 0; i < scene.rows.size(); ++i) {
        const ChartRow& row = scene.rows.at(i);
        const bool seen = row.kind == BarKind::Forecast && row.toMs > scene.visible.fromMs
            && row.fromMs < scene.visible.toMs;
        if (seen && row.count > largest) {
            largest = row.count;
            peak = i;
        }
    }
    return peak;
}

bool isDrawnWhole(const ChartScene& scene)
{
    return scene.logScale && scene.model.series.size() > 1;
}

} // namespace sandglass::widgets

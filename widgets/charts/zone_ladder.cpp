// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/zone_ladder.h"

#include "widgets/charts/clock_formats.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cstdlib>

namespace sandglass::widgets {

namespace {

constexpr qint64 kSecondMs = 1000;
constexpr int kHourSeconds = 3600;
constexpr qint64 kHourMs = kHourSeconds * kSecondMs;
constexpr int kDaySeconds = 24 * kHourSeconds;
constexpr qint64 kDayMs = kDaySeconds * kSecondMs;
constexpr qsizetype kMostTicks = 10'000;

qint64 offsetMs(qint64 utcMs, const QTimeZone& zone)
{
    return qint64{zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(utcMs, QTimeZone::utc()))}
    * kSecondMs;
}

qint64 floorTo(qint64 value, qint64 step)
{
    const qint64 rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/// The instants at which local clocks show `wallMs` (taken as UTC): none, one or two, ascending.
/// QDateTime would pick one of two, and not the same in all versions.
QVector<qint64> instantsOf(qint64 wallMs, const QTimeZone& zone)
{
    QVector<qint64> instants;
    // offsets change at most once within two days
    for (const qint64 offset : {offsetMs(wallMs - kDayMs, zone), offsetMs(wallMs + kDayMs, zone)}) {
        const qint64 instant = wallMs - offset;
        if (offsetMs(instant, zone) == offset && !instants.contains(instant)) {
            instants += instant;
        }
    }
    std::sort(instants.begin(), instants.end());
    return instants;
}

qint64 startOfDay(QDate date, const QTimeZone& zone)
{
    const qint64 midnight = QDateTime(date, QTime(0, 0), QTimeZone::utc()).toMSecsSinceEpoch();
    const auto instants = instantsOf(midnight, zone);
    if (!instants.isEmpty()) {
        return instants.first();
    }
    // clocks skipped midnight: with the offset from before, this is the instant of the change
    return midnight - offsetMs(midnight - kDayMs, zone);
}

QDate localDate(qint64 ms, const QTimeZone& zone)
{
    return QDateTime::fromMSecsSinceEpoch(ms + offsetMs(ms, zone), QTimeZone::utc()).date();
}

QDate firstDate(QDate date, ZoneStep step)
{
    switch (step.unit) {
    case StepUnit::Week:
        return date.addDays(1 - date.dayOfWeek());
    case StepUnit::Month: {
        const int months = date.year() * 12 + date.month() - 1;
        // counted from year 0, so that steps of 5 years start at multiples of 5
        const int floored = months - months % step.count;
        return {floored / 12, floored % 12 + 1, 1};
    }
    case StepUnit::Day:
    case StepUnit::Second:
        break;
    }
    return date;
}

QDate nextDate(QDate date, ZoneStep step)
{
    switch (step.unit) {
    case StepUnit::Week:
        return date.addDays(7 * qint64{step.count});
    case StepUnit::Month:
        return date.addMonths(step.count);
    case StepUnit::Day:
    case StepUnit::Second:
        break;
    }
    return date.addDays(step.count);
}

QVector<qint64> dateTicks(qint64 fromMs, qint64 toMs, ZoneStep step, const QTimeZone& zone)
{
    QVector<qint64> ticks;
    QDate date = firstDate(localDate(fromMs, zone), step);
    while (date.isValid() && ticks.size() < kMostTicks) {
        const qint64 tick = startOfDay(date, zone);
        if (tick > toMs) {
            break;
        }
        // a day that the zone skipped begins together with the next one
        const bool skipped = !ticks.isEmpty() && tick <= ticks.last();
        if (tick >= fromMs && !skipped) {
            ticks += tick;
        }
        date = nextDate(date, step);
    }
    return ticks;
}

QVector<qint64> clockTicks(qint64 fromMs, qint64 toMs, ZoneStep step, const QTimeZone& zone)
{
    const qint64 stepMs = step.count * kSecondMs;
    const qint64 first = offsetMs(fromMs, zone);
    const qint64 last = offsetMs(toMs, zone);
    // a change of clocks inside a long range may exceed the offsets at both ends
    const qint64 slack = toMs - fromMs > kDayMs ? 3 * kHourMs : std::abs(last - first);
    const qint64 wallEnd = toMs + std::max(first, last) + slack;
    QVector<qint64> ticks;
    for (qint64 wall = floorTo(fromMs + std::min(first, last) - slack, stepMs);
         wall <= wallEnd && ticks.size() < kMostTicks; wall += stepMs) {
        auto instants = instantsOf(wall, zone);
        // longer steps have one tick, even when clocks show the time twice
        if (step.count > kHourSeconds && instants.size() > 1) {
            instants.removeLast();
        }
        for (const qint64 instant : std::as_const(instants)) {
            if (instant >= fromMs && instant <= toMs) {
                ticks += instant;
            }
        }
    }
    std::sort(ticks.begin(), ticks.end());
    return ticks;
}

struct TickWords
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::widgets::ZoneTicks)

public:
    //: a day on an axis, in QLocale's format letters
    static QString dayFormat() { return tr("d MMM"); }
    //: a month on an axis, in QLocale's format letters
    static QString monthFormat() { return tr("MMM yyyy"); }
};

} // namespace

qint64 ZoneStep::roughMs() const
{
    switch (unit) {
    case StepUnit::Second:
        return count * kSecondMs;
    case StepUnit::Day:
        return count * kDayMs;
    case StepUnit::Week:
        return qint64{7} * count * kDayMs;
    case StepUnit::Month:
        break;
    }
    return count * kDayMs * 304 / 10;
}

bool operator==(ZoneStep a, ZoneStep b)
{
    return a.unit == b.unit && a.count == b.count;
}

const QVector<ZoneStep>& stepLadder()
{
    static const QVector<ZoneStep> kLadder{
        {StepUnit::Second, 1},        {StepUnit::Second, 5},         {StepUnit::Second, 15},
        {StepUnit::Second, 60},       {StepUnit::Second, 300},       {StepUnit::Second, 900},
        {StepUnit::Second, 1800},     {StepUnit::Second, 3600},      {StepUnit::Second, 3 * 3600},
        {StepUnit::Second, 6 * 3600}, {StepUnit::Second, 12 * 3600}, {StepUnit::Day, 1},
        {StepUnit::Week, 1},          {StepUnit::Month, 1},          {StepUnit::Month, 3},
        {StepUnit::Month, 6},         {StepUnit::Month, 12},         {StepUnit::Month, 24},
        {StepUnit::Month, 60},        {StepUnit::Month, 120},
    };
    return kLadder;
}

ZoneStep stepFor(qint64 spanMs, int mostTicks)
{
    const auto& ladder = stepLadder();
    const auto fits = [&](ZoneStep step) { return spanMs / step.roughMs() <= mostTicks; };
    const auto found = std::find_if(ladder.cbegin(), ladder.cend(), fits);
    return found == ladder.cend() ? ladder.last() : *found;
}

QVector<qint64> zoneTicks(qint64 fromMs, qint64 toMs, ZoneStep step, const QTimeZone& zone)
{
    if (toMs < fromMs || step.count < 1 || !zone.isValid()) {
        return {};
    }
    return step.unit == StepUnit::Second ? clockTicks(fromMs, toMs, step, zone)
                                         : dateTicks(fromMs, toMs, step, zone);
}

QString tickText(qint64 ms, ZoneStep step, const QTimeZone& zone, const QLocale& locale)
{
    const QDateTime local
        = QDateTime::fromMSecsSinceEpoch(ms + offsetMs(ms, zone), QTimeZone::utc());
    if (step.unit == StepUnit::Month) {
        return step.count % 12 == 0 ? locale.toString(local.date(), QStringLiteral("yyyy"))
                                    : locale.toString(local.date(), TickWords::monthFormat());
    }
    if (step.unit != StepUnit::Second || local.time() == QTime(0, 0)) {
        return locale.toString(local.date(), TickWords::dayFormat());
    }
    return locale.toString(local.time(),
                           step.count < 60 ? clockFormats().seconds : clockFormats().minutes);
}

} // namespace sandglass::widgets

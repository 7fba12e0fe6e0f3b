// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QTimeZone>
#include <QVector>

namespace sandglass::widgets {

/// What a step is counted in. Seconds are steps of the wall clock within a day; the others start at
/// local midnight.
enum class StepUnit { Second, Day, Week, Month };

/// A distance between ticks.
struct ZoneStep
{
    StepUnit unit = StepUnit::Day;
    int count = 1; ///< 1 or more; seconds divide a day evenly

    /// The usual length in milliseconds; a month counts 30.4 days.
    qint64 roughMs() const;
};

bool operator==(ZoneStep a, ZoneStep b);

/// 1 s, 5 s, 15 s, 1 min, 5, 15, 30 min, 1 h, 3, 6, 12 h, 1 d, 1 w, 1 month, and beyond for axes: 3
/// and 6 months, 1, 2, 5 and 10 years.
const QVector<ZoneStep>& stepLadder();

/// The smallest step of the ladder that gives at most `mostTicks` ticks over `spanMs`; the largest
/// if none does.
ZoneStep stepFor(qint64 spanMs, int mostTicks);

/// The instants (milliseconds UTC, ascending, both ends included) at which a step begins on the
/// wall clock of `zone`. Days, weeks (from Monday) and months begin at local midnight, or where the
/// day has none at its first moment. An hour that comes twice has its ticks twice, if the step is
/// an hour or less; an hour that is left out has none. At most 10 000.
QVector<qint64> zoneTicks(qint64 fromMs, qint64 toMs, ZoneStep step, const QTimeZone& zone);

/// How a tick is written: "14:05:15", "14:05", at midnight the date ("22 Nov"), for months "Nov
/// 2025", for years "2025".
QString tickText(qint64 ms, ZoneStep step, const QTimeZone& zone, const QLocale& locale = {});

} // namespace sandglass::widgets

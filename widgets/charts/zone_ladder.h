// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QTimeZone>
#include <QVector>

namespace sandglass::widgets {

/// The unit of a step. Seconds count from local midnight; the other units start at local midnight.
enum class StepUnit { Second, Day, Week, Month };

/// A distance between ticks.
struct ZoneStep
{
    StepUnit unit = StepUnit::Day;
    int count = 1; ///< 1 or more; seconds divide a day evenly

    /// Typical length in milliseconds; a month counts 30.4 days.
    qint64 roughMs() const;
};

/// Whether unit and count are equal.
bool operator==(ZoneStep a, ZoneStep b);

/// All steps, ascending: 1, 5, 15 s; 1, 5, 15, 30 min; 1, 3, 6, 12 h; 1 d; 1 w; 1 month; for axes
/// also 3 and 6 months and 1, 2, 5 and 10 years.
const QVector<ZoneStep>& stepLadder();

/// The smallest step with at most `mostTicks` ticks over `spanMs` milliseconds; otherwise the
/// largest step.
ZoneStep stepFor(qint64 spanMs, int mostTicks);

/// The instants (milliseconds since 1970 UTC, ascending, both ends included) at which a step begins
/// in the local time of `zone`. Days, weeks (from Monday) and months begin at local midnight, or at
/// the first instant of a day without midnight. A repeated hour has its ticks twice if the step is
/// at most an hour; a skipped hour has none. At most 10 000 ticks.
QVector<qint64> zoneTicks(qint64 fromMs, qint64 toMs, ZoneStep step, const QTimeZone& zone);

/// The label of a tick: "14:05:15" or "14:05"; the date at midnight ("22 Nov"); "Nov 2025" for
/// months; "2025" for years.
QString tickText(qint64 ms, ZoneStep step, const QTimeZone& zone, const QLocale& locale = {});

} // namespace sandglass::widgets

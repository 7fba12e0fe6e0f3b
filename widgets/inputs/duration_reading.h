// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace sandglass::widgets {

/// Units of a duration that a person can choose.
enum class DurationUnit { Seconds, Minutes, Hours, Days, Weeks };

/// How many seconds one unit has. A day has 86 400, whatever the clocks do.
qint64 secondsPer(DurationUnit unit);

/// The largest unit up to days of which `seconds` is a whole multiple; Seconds for 0 and below.
/// Weeks are left out: administrators say 90 days, and 7 days.
DurationUnit naturalUnit(qint64 seconds);

/// What is wrong with a typed duration.
enum class DurationProblem {
    None,
    Empty,
    NotADuration, ///< letters that are no unit, two numbers without one, a sign
    NotWholeSeconds, ///< "1.5 s"
    TooSmall,
    TooLarge,
};

/// A typed duration, understood or not.
struct DurationReading
{
    DurationProblem problem = DurationProblem::None;
    qint64 seconds = 0; ///< valid if problem is None, TooSmall or TooLarge (then possibly clamped)
};

/// Bounds of a duration in seconds, both included.
struct DurationRange
{
    qint64 least = 1;
    qint64 most = 2147483647;
};

/// Reads "90", "90d", "1h30m", "1 d 4 h", "2 weeks", "1.5 h". A number without a unit counts in
/// `unit`. Letters may be of either case; the units are s, sec, second(s), m, min, minute(s), h,
/// hour(s), d, day(s), w, week(s). The decimal sign is a point or a comma. Pure; any thread.
DurationReading readDuration(QStringView text, DurationUnit unit, DurationRange range = {});

} // namespace sandglass::widgets

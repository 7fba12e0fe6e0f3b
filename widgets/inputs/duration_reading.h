// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace sandglass::widgets {

/// Units that a user can choose.
enum class DurationUnit { Seconds, Minutes, Hours, Days, Weeks };

/// Length of a unit in seconds. A day always has 86 400.
qint64 secondsPer(DurationUnit unit);

/// The largest unit up to days of which `seconds` is a multiple; Seconds for 0 and below. Never
/// weeks: administrators say 90 days, and 7 days.
DurationUnit naturalUnit(qint64 seconds);

/// What is wrong with a typed duration.
enum class DurationProblem {
    None,
    Empty,
    NotADuration, ///< an unknown unit, two numbers without a unit, a sign
    NotWholeSeconds, ///< "1.5 s"
    TooSmall,
    TooLarge,
};

/// The result of reading a typed duration.
struct DurationReading
{
    DurationProblem problem = DurationProblem::None;
    qint64 seconds = 0; ///< valid if problem is None, TooSmall or TooLarge; may then be clamped
};

/// Bounds of a duration in seconds, both included.
struct DurationRange
{
    qint64 least = 1;
    qint64 most = 2147483647;
};

/// Parses "90", "90d", "1h30m", "1 d 4 h", "2 weeks", "1.5 h". A number without a unit counts in
/// `unit`. Units in any case: s, sec, second(s), m, min, minute(s), h, hour(s), d, day(s), w,
/// week(s). The decimal separator is a point or a comma. Pure; any thread.
DurationReading readDuration(QStringView text, DurationUnit unit, DurationRange range = {});

} // namespace sandglass::widgets

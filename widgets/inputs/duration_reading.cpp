// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/duration_reading.h"

#include <QRegularExpression>

#include <array>
#include <cmath>
#include <optional>

namespace sandglass::widgets {

namespace {

constexpr double kBeyondAll = 9.0e15; // below 2^53, where every sum of integers is exact

std::optional<DurationUnit> unitOf(const QString& word)
{
    struct Name
    {
        QLatin1StringView word;
        DurationUnit unit;
    };
    static constexpr std::array kNames{
        Name{QLatin1StringView("s"), DurationUnit::Seconds},
        Name{QLatin1StringView("sec"), DurationUnit::Seconds},
        Name{QLatin1StringView("second"), DurationUnit::Seconds},
        Name{QLatin1StringView("m"), DurationUnit::Minutes},
        Name{QLatin1StringView("min"), DurationUnit::Minutes},
        Name{QLatin1StringView("minute"), DurationUnit::Minutes},
        Name{QLatin1StringView("h"), DurationUnit::Hours},
        Name{QLatin1StringView("hour"), DurationUnit::Hours},
        Name{QLatin1StringView("d"), DurationUnit::Days},
        Name{QLatin1StringView("day"), DurationUnit::Days},
        Name{QLatin1StringView("w"), DurationUnit::Weeks},
        Name{QLatin1StringView("week"), DurationUnit::Weeks},
    };
    // "hours" becomes "hour", but "s" stays
    const QString singular = word.size() > 3 && word.endsWith(u's') ? word.chopped(1) : word;
    for (const Name& name : kNames) {
        if (singular == name.word) {
            return name.unit;
        }
    }
    return std::nullopt;
}

/// The sum of all parts in seconds; nullopt if the text is not a duration.
std::optional<double> sumOfParts(const QString& text, DurationUnit unit)
{
    // a number with at most nine decimals, then letters
    static const QRegularExpression kPart(
        QStringLiteral("\\G\\s*(\\d{1,18}(?:[.,]\\d{1,9})?)\\s*([a-z]*)\\s*"));
    double sum = 0;
    qsizetype place = 0;
    while (place < text.size()) {
        const auto part = kPart.match(text, place);
        if (!part.hasMatch() || part.capturedLength() == 0) {
            return std::nullopt;
        }
        const bool whole = part.capturedLength() == text.size();
        const bool bare = part.capturedView(2).isEmpty();
        const auto named = bare ? std::optional(unit) : unitOf(part.captured(2));
        // "1h 30" is ambiguous, so a number without a unit must stand alone
        if (!named || (bare && !whole)) {
            return std::nullopt;
        }
        const QString number = part.captured(1).replace(u',', u'.');
        sum += number.toDouble() * static_cast<double>(secondsPer(*named));
        place = part.capturedEnd();
    }
    return sum;
}

} // namespace

qint64 secondsPer(DurationUnit unit)
{
    static constexpr std::array<qint64, 5> kSeconds{1, 60, 3600, 86400, 604800};
    return kSeconds.at(static_cast<std::size_t>(unit));
}

DurationUnit naturalUnit(qint64 seconds)
{
    if (seconds > 0) {
        for (const auto unit : {DurationUnit::Days, DurationUnit::Hours, DurationUnit::Minutes}) {
            if (seconds % secondsPer(unit) == 0) {
                return unit;
            }
        }
    }
    return DurationUnit::Seconds;
}

DurationReading readDuration(QStringView text, DurationUnit unit, DurationRange range)
{
    const QString typed = text.trimmed().toString().toLower();
    if (typed.isEmpty()) {
        return {DurationProblem::Empty, 0};
    }
    const auto sum = sumOfParts(typed, unit);
    if (!sum) {
        return {DurationProblem::NotADuration, 0};
    }
    if (*sum > kBeyondAll) {
        return {DurationProblem::TooLarge, static_cast<qint64>(kBeyondAll)};
    }
    const double rounded = std::round(*sum);
    // allows for rounding: 0.1 h is 360 s
    if (std::abs(*sum - rounded) > 1e-6) {
        return {DurationProblem::NotWholeSeconds, 0};
    }
    const auto seconds = static_cast<qint64>(rounded);
    if (seconds < range.least) {
        return {DurationProblem::TooSmall, seconds};
    }
    if (seconds > range.most) {
        return {DurationProblem::TooLarge, seconds};
    }
    return {DurationProblem::None, seconds};
}

} // namespace sandglass::widgets

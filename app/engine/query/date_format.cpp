// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/calendar.h"
#include "app/engine/query/date_text.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/utf8.h"

#include <array>
#include <cstdlib>

namespace sandglass::engine::query {

namespace {

// English in every locale, as on the server.
constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

// A moment in local time, in all the forms that the letters need.
struct ZonedMoment
{
    std::int64_t days; // local, since 1970
    CivilTime time;
    std::int64_t offsetSeconds;
};

std::string padded(std::int64_t number, std::size_t width)
{
    std::string digits = std::to_string(number);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

std::string offsetText(std::int64_t seconds)
{
    const std::int64_t minutes = std::abs(seconds) / 60;
    return (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + padded(minutes % 60, 2);
}

// The text for one of kWrittenLetters.
std::string field(char letter, const ZonedMoment& at)
{
    const CivilTime& time = at.time;
    switch (letter) {
    case 'Y':
        return padded(time.date.year, 4);
    case 'm':
        return padded(time.date.month, 2);
    case 'd':
        return padded(time.date.day, 2);
    case 'H':
        return padded(time.hour, 2);
    case 'M':
        return padded(time.minute, 2);
    case 'S':
        return padded(time.second, 2);
    case 'L':
        return padded(time.millis, 3);
    case 'b':
        return std::string(kMonths[static_cast<std::size_t>(time.date.month - 1)].substr(0, 3));
    case 'B':
        return std::string(kMonths[static_cast<std::size_t>(time.date.month - 1)]);
    case 'j':
        return padded(dayOfYear(time.date), 3);
    case 'w':
        return std::to_string(sundayBasedDay(at.days));
    case 'u':
        return std::to_string(isoDayOfWeek(at.days));
    case 'U':
        return padded(sundayBasedWeek(at.days), 2);
    case 'V':
        return padded(isoWeekFromDays(at.days).week, 2);
    case 'G':
        return padded(isoWeekFromDays(at.days).year, 4);
    case 'z':
        return offsetText(at.offsetSeconds);
    // minutes, with a minus sign west of Greenwich
    case 'Z':
        return std::to_string(at.offsetSeconds / 60);
    default: // '%'
        return "%";
    }
}

} // namespace

Result<void> checkDateFormat(std::string_view format, std::string_view letters)
{
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            continue;
        }
        if (++i == format.size()) {
            return expressionError(18535, "Unmatched '%' at end of format string");
        }
        if (letters.find(format[i]) == std::string_view::npos) {
            return expressionError(18536,
                                   "Invalid format character '%"
                                       + std::string(utf8CharacterAt(format, i))
                                       + "' in format string");
        }
    }
    return {};
}

Result<std::string> formatDate(std::int64_t millis, std::string_view format, const TimeZone& zone)
{
    TRY(checkDateFormat(format, kWrittenLetters));
    const std::int64_t local = zone.toLocal(millis);
    const ZonedMoment at{floorDivide(local, kMillisPerDay), civilFromMillis(local),
                         zone.offsetSeconds(millis)};
    std::string text;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            text += format[i];
            continue;
        }
        ++i;
        // only years can be out of range
        const bool isYear = format[i] == 'Y' || format[i] == 'G';
        if (isYear && (at.time.date.year < 0 || at.time.date.year > 9999)) {
            return expressionError(18537,
                                   "$dateToString is only defined on year 0-9999, tried to use "
                                   "year "
                                       + std::to_string(at.time.date.year));
        }
        text += field(format[i], at);
    }
    return text;
}

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/digits.h"
#include "app/engine/query/calendar.h"
#include "app/engine/query/date_text.h"
#include "app/engine/query/expression_node.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sandglass::engine::query {

namespace {

// The parts of a date that have been read.
struct Fields
{
    std::optional<std::int64_t> year;
    std::optional<std::int64_t> month;
    std::optional<std::int64_t> day;
    std::optional<std::int64_t> dayOfYear;
    std::optional<std::int64_t> isoYear;
    std::optional<std::int64_t> isoWeek;
    std::int64_t isoDay = 1;
    std::int64_t hour = 0;
    std::int64_t minute = 0;
    std::int64_t second = 0;
    std::int64_t millis = 0;
    std::optional<std::int64_t> offsetSeconds;
};

// Reads text from the left. Each function returns false if the text does not fit.
class DateReader
{
public:
    explicit DateReader(std::string_view text)
        : m_rest(text)
    {
    }
    bool atEnd() const { return m_rest.empty(); }
    char peek() const { return m_rest.empty() ? '\0' : m_rest.front(); }
    bool accept(char c)
    {
        if (!m_rest.starts_with(c)) {
            return false;
        }
        m_rest.remove_prefix(1);
        return true;
    }
    // Reads up to `most` digits. False if there are fewer than `least`, or the value exceeds
    // `high`.
    template <typename T>
    bool number(std::size_t least, std::size_t most, std::int64_t high, T& target)
    {
        std::size_t length = 0;
        std::int64_t value = 0;
        while (length < m_rest.size() && length < most && bson::isDigit(m_rest[length])) {
            value = value * 10 + (m_rest[length++] - '0');
        }
        m_rest.remove_prefix(length);
        target = value;
        return length >= least && value <= high;
    }
    // Reads digits after a decimal separator. Anything finer than a millisecond is cut.
    bool fraction(std::int64_t& millis)
    {
        std::size_t length = 0;
        std::int64_t scale = 100;
        millis = 0;
        while (length < m_rest.size() && bson::isDigit(m_rest[length])) {
            millis += (m_rest[length++] - '0') * scale;
            scale /= 10;
        }
        m_rest.remove_prefix(length);
        return length > 0 && length <= 9;
    }
    // "Z", "+02", "+0230", "+02:30"
    bool offset(std::optional<std::int64_t>& seconds)
    {
        if (accept('Z') || accept('z')) {
            seconds = 0;
            return true;
        }
        const bool negative = peek() == '-';
        if (!accept('-') && !accept('+')) {
            return false;
        }
        std::int64_t hours = 0;
        std::int64_t minutes = 0;
        if (!number(2, 2, 99, hours)) {
            return false;
        }
        if ((accept(':') || bson::isDigit(peek())) && !number(2, 2, 59, minutes)) {
            return false;
        }
        seconds = (negative ? -1 : 1) * (hours * 3600 + minutes * 60);
        return true;
    }
    // "+120": the same in minutes
    bool offsetInMinutes(std::optional<std::int64_t>& seconds)
    {
        const bool negative = peek() == '-';
        std::int64_t minutes = 0;
        if ((!accept('-') && !accept('+')) || !number(1, 4, 9999, minutes)) {
            return false;
        }
        seconds = (negative ? -60 : 60) * minutes;
        return true;
    }
    bool monthName(std::optional<std::int64_t>& month, bool full)
    {
        static constexpr std::array<std::string_view, 12> kNames{
            "january", "february", "march",     "april",   "may",      "june",
            "july",    "august",   "september", "october", "november", "december"};
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const std::string_view name = full ? kNames[i] : kNames[i].substr(0, 3);
            const std::string_view start = m_rest.substr(0, name.size());
            const bool same = std::equal(start.begin(), start.end(), name.begin(), name.end(),
                                         // case does not matter; all names are ASCII
                                         [](char a, char b) { return (a | 0x20) == b; });
            if (!same) {
                continue;
            }
            m_rest.remove_prefix(name.size());
            month = static_cast<std::int64_t>(i) + 1;
            return true;
        }
        return false;
    }

private:
    std::string_view m_rest;
};

bool readIsoTime(DateReader& reader, Fields& fields)
{
    // 24:00 is the end of a day
    if (!reader.number(2, 2, 24, fields.hour) || !reader.accept(':')
        || !reader.number(2, 2, 59, fields.minute)) {
        return false;
    }
    if (reader.accept(':')) {
        if (!reader.number(2, 2, 59, fields.second)) {
            return false;
        }
        if ((reader.accept('.') || reader.accept(',')) && !reader.fraction(fields.millis)) {
            return false;
        }
    }
    reader.accept(' ');
    return reader.atEnd() || reader.offset(fields.offsetSeconds);
}

bool readIso(DateReader& reader, Fields& fields)
{
    if (!reader.number(4, 4, 9999, fields.year) || !reader.accept('-')
        || !reader.number(1, 2, 12, fields.month)) {
        return false;
    }
    if (reader.atEnd()) {
        return true; // incomplete: finished() has its own message for it
    }
    if (!reader.accept('-') || !reader.number(1, 2, 31, fields.day)) {
        return false;
    }
    if (reader.atEnd()) {
        return true;
    }
    // a date alone may still have a zone
    if (reader.accept('Z')) {
        fields.offsetSeconds = 0;
    } else if (!reader.accept('T') && !reader.accept('t') && !reader.accept(' ')) {
        return false;
    }
    return (reader.atEnd() && fields.offsetSeconds)
        || (readIsoTime(reader, fields) && reader.atEnd());
}

bool readField(char letter, DateReader& reader, Fields& fields)
{
    std::int64_t ignored = 0;
    switch (letter) {
    case 'Y':
        return reader.number(4, 4, 9999, fields.year);
    case 'm':
        return reader.number(1, 2, 12, fields.month);
    case 'd':
        return reader.number(1, 2, 31, fields.day);
    case 'H':
        return reader.number(1, 2, 24, fields.hour);
    case 'M':
        return reader.number(1, 2, 59, fields.minute);
    case 'S':
        return reader.number(1, 2, 59, fields.second);
    case 'L':
        return reader.number(1, 3, 999, fields.millis);
    case 'b':
        return reader.monthName(fields.month, false);
    case 'B':
        return reader.monthName(fields.month, true);
    case 'j':
        return reader.number(3, 3, 366, fields.dayOfYear);
    case 'G':
        return reader.number(4, 4, 9999, fields.isoYear);
    case 'V':
        return reader.number(1, 2, 53, fields.isoWeek);
    case 'u':
        return reader.number(1, 1, 7, fields.isoDay);
    case 'w':
        // the day of the week is redundant: it is read and ignored
        return reader.number(1, 1, 7, ignored);
    case 'z':
        return reader.offset(fields.offsetSeconds);
    case 'Z':
        return reader.offsetInMinutes(fields.offsetSeconds);
    case '%':
        return reader.accept('%');
    default:
        return false;
    }
}

// ISO parts win over the day of the year, and that over the month
std::optional<std::int64_t> daysOf(const Fields& fields)
{
    if (fields.isoYear && fields.isoWeek) {
        return daysFromIsoWeek(*fields.isoYear, *fields.isoWeek, fields.isoDay);
    }
    if (fields.year && fields.dayOfYear) {
        return daysFromCivil(*fields.year, 1, 1) + *fields.dayOfYear - 1;
    }
    if (fields.year && fields.month && fields.day) {
        return daysFromCivil(*fields.year, *fields.month, *fields.day);
    }
    return std::nullopt;
}

// The moment in UTC. A text without an offset is local time in `zone`; both together are refused.
Result<std::int64_t> finished(const Fields& fields, std::string_view text, const TimeZone& zone)
{
    const std::optional<std::int64_t> days = daysOf(fields);
    if (!days) {
        return expressionError(241,
                               "an incomplete date/time string has been found, with elements "
                               "missing: \""
                                   + std::string(text) + "\"");
    }
    const std::int64_t local = *days * kMillisPerDay + fields.hour * kMillisPerHour
        + fields.minute * kMillisPerMinute + fields.second * kMillisPerSecond + fields.millis;
    if (!fields.offsetSeconds) {
        return zone.toUtc(local);
    }
    // MongoDB also refuses an offset that agrees with the zone
    if (!zone.isUtc()) {
        return expressionError(241,
                               "you cannot pass in a date/time string with GMT offset together "
                               "with a timezone argument");
    }
    return local - *fields.offsetSeconds * kMillisPerSecond;
}

Error unreadable(std::string_view text)
{
    return expressionError(
        241, "Error parsing date string '" + std::string(text) + "'; 0: Unexpected character");
}

} // namespace

Result<std::int64_t> parseIsoDate(std::string_view text, const TimeZone& zone)
{
    Fields fields;
    DateReader reader(text);
    if (!readIso(reader, fields)) {
        return unreadable(text);
    }
    return finished(fields, text, zone);
}

Result<std::int64_t> parseDate(std::string_view text, std::string_view format, const TimeZone& zone)
{
    TRY(checkDateFormat(format, kReadLetters));
    Fields fields;
    DateReader reader(text);
    for (std::size_t i = 0; i < format.size(); ++i) {
        const bool read
            // checkDateFormat() guarantees a letter after each '%'
            = format[i] == '%' ? readField(format[++i], reader, fields) : reader.accept(format[i]);
        if (!read) {
            return unreadable(text);
        }
    }
    if (!reader.atEnd()) {
        return unreadable(text);
    }
    return finished(fields, text, zone);
}

} // namespace sandglass::engine::query

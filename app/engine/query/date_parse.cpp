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

constexpr std::string_view kBlanks = " \t";

// The parts of a date that have been read.
struct Fields
{
    std::optional<std::int64_t> year;
    std::optional<std::int64_t> month;
    std::optional<std::int64_t> day;
    std::optional<std::int64_t> dayOfYear;
    std::optional<std::int64_t> isoYear;
    std::optional<std::int64_t> isoWeek;
    std::optional<std::int64_t> isoDay;
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
    // The next character; of a letter the small one.
    char lowered() const { return static_cast<char>(peek() | 0x20); }
    bool accept(char c)
    {
        if (!m_rest.starts_with(c)) {
            return false;
        }
        m_rest.remove_prefix(1);
        return true;
    }
    // Passes over any of these characters. False if there is none.
    bool skipAny(std::string_view characters)
    {
        const std::size_t end = std::min(m_rest.find_first_not_of(characters), m_rest.size());
        m_rest.remove_prefix(end);
        return end > 0;
    }
    // How many digits come next.
    std::size_t digits() const
    {
        return std::min(m_rest.find_first_not_of("0123456789"), m_rest.size());
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
    // Reads up to `most` digits after a decimal separator. Anything finer than a millisecond is
    // cut.
    bool fraction(std::size_t most, std::int64_t& millis)
    {
        std::size_t length = 0;
        std::int64_t scale = 100;
        millis = 0;
        while (length < m_rest.size() && length < most && bson::isDigit(m_rest[length])) {
            millis += (m_rest[length++] - '0') * scale;
            scale /= 10;
        }
        m_rest.remove_prefix(length);
        return length > 0;
    }
    // "Z", "+2", "+02", "+230", "+0230", "+02:30"
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
        constexpr std::int64_t kHundred = 100;
        const std::size_t before = m_rest.size();
        std::int64_t hours = 0;
        std::int64_t minutes = 0;
        if (!number(1, 4, 9959, hours)) {
            return false;
        }
        if (before - m_rest.size() > 2) {
            minutes = hours % kHundred;
            hours /= kHundred;
        } else if (accept(':') && !number(2, 2, 59, minutes)) {
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
    // A word: a month in full, or its first three letters, or "sept"; case does not matter
    bool monthName(std::optional<std::int64_t>& month)
    {
        static constexpr std::array<std::string_view, 12> kNames{
            "january", "february", "march",     "april",   "may",      "june",
            "july",    "august",   "september", "october", "november", "december"};
        std::string word;
        for (char c = lowered(); c >= 'a' && c <= 'z'; c = lowered()) {
            word += c;
            m_rest.remove_prefix(1);
        }
        const auto* const found = std::ranges::find_if(kNames, [&word](std::string_view name) {
            return word == name || word == name.substr(0, 3) || (word == "sept" && name[0] == 's');
        });
        month = found - kNames.begin() + 1;
        return found != kNames.end();
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
        if ((reader.accept('.') || reader.accept(',')) && !reader.fraction(9, fields.millis)) {
            return false;
        }
    }
    static_cast<void>(reader.skipAny(kBlanks));
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
    } else if (!reader.accept('T') && !reader.accept('t') && !reader.skipAny(kBlanks)) {
        return false;
    }
    return (reader.atEnd() && fields.offsetSeconds)
        || (readIsoTime(reader, fields) && reader.atEnd());
}

// The days that are read without a format, besides those of ISO 8601. An American date begins with
// the month.
bool readOtherDay(DateReader& reader, Fields& fields)
{
    constexpr std::size_t kYearDigits = 4;
    constexpr std::size_t kAllDigits = 8;
    constexpr std::string_view kBeforeMonth = " \t.-";
    if (reader.digits() == 0) {
        const bool named = reader.monthName(fields.month);
        static_cast<void>(reader.skipAny(kBeforeMonth));
        // "29th, 2026"
        return named && reader.number(1, 2, 31, fields.day) && reader.skipAny(",.stndrh\t ")
            && reader.number(4, 4, 9999, fields.year);
    }
    if (reader.digits() == kAllDigits) {
        return reader.number(4, 4, 9999, fields.year) && reader.number(2, 2, 12, fields.month)
            && reader.number(2, 2, 31, fields.day);
    }
    if (reader.digits() == kYearDigits) {
        return reader.number(4, 4, 9999, fields.year) && reader.accept('/')
            && reader.number(1, 2, 12, fields.month) && reader.accept('/')
            && reader.number(1, 2, 31, fields.day);
    }
    if (!reader.number(1, 2, 31, fields.day)) {
        return false;
    }
    if (reader.accept('/')) {
        fields.month = fields.day;
        return *fields.month <= 12 && reader.number(1, 2, 31, fields.day) && reader.accept('/')
            && reader.number(4, 4, 9999, fields.year);
    }
    return reader.skipAny(kBeforeMonth) && reader.monthName(fields.month)
        && reader.skipAny(kBeforeMonth) && reader.number(4, 4, 9999, fields.year);
}

bool readOther(DateReader& reader, Fields& fields)
{
    return readOtherDay(reader, fields)
        && (reader.atEnd()
            || (reader.skipAny(kBlanks) && readIsoTime(reader, fields) && reader.atEnd()));
}

// Without the white space around it. MongoDB counts NUL and the no-break space as such.
std::string_view trimmedDate(std::string_view text)
{
    constexpr std::string_view kSpaces(" \t\n\v\f\r\0", 7);
    constexpr std::string_view kNoBreak = "\u00a0";
    while (!text.empty()) {
        if (kSpaces.find(text.front()) != std::string_view::npos) {
            text.remove_prefix(1);
        } else if (text.starts_with(kNoBreak)) {
            text.remove_prefix(kNoBreak.size());
        } else if (kSpaces.find(text.back()) != std::string_view::npos) {
            text.remove_suffix(1);
        } else if (text.ends_with(kNoBreak)) {
            text.remove_suffix(kNoBreak.size());
        } else {
            break;
        }
    }
    return text;
}

bool readField(char letter, DateReader& reader, Fields& fields)
{
    switch (letter) {
    case 'Y':
        return reader.number(4, 4, 9999, fields.year);
    case 'm':
        return reader.number(1, 2, 12, fields.month);
    case 'd':
        return reader.number(1, 2, 31, fields.day);
    case 'H':
        return reader.number(1, 2, 23, fields.hour);
    case 'M':
        return reader.number(2, 2, 59, fields.minute);
    case 'S':
        return reader.number(2, 2, 59, fields.second);
    case 'L':
        // ".5" is half a second
        return reader.fraction(3, fields.millis);
    case 'b':
    case 'B':
        return reader.monthName(fields.month);
    case 'j':
        // only behind the year
        return fields.year && reader.number(1, 3, 999, fields.dayOfYear);
    case 'G':
        return reader.number(4, 4, 9999, fields.isoYear);
    case 'V':
        return reader.number(1, 2, 53, fields.isoWeek);
    case 'u':
        return reader.number(1, 1, 7, fields.isoDay);
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

// Why there is no such day, in MongoDB's words; empty if there is one, or parts are missing.
std::string_view faultOf(const Fields& fields)
{
    const bool inWeeks = fields.isoYear || fields.isoWeek || fields.isoDay;
    const bool inMonths = fields.year || fields.month || fields.day;
    if (inWeeks && inMonths) {
        return "Mixing of ISO dates with natural dates is not allowed";
    }
    const bool noWeek = inWeeks && (!fields.isoYear || fields.isoWeek == 0 || fields.isoDay == 0);
    const bool noDay = fields.year && fields.month && fields.day
        && (*fields.month == 0 || *fields.day == 0
            || *fields.day > daysInMonth(*fields.year, static_cast<int>(*fields.month)));
    return noWeek || noDay ? "The parsed date was invalid" : std::string_view();
}

std::optional<std::int64_t> daysOf(const Fields& fields)
{
    if (fields.isoYear) {
        return daysFromIsoWeek(*fields.isoYear, fields.isoWeek.value_or(1),
                               fields.isoDay.value_or(1));
    }
    if (fields.year && fields.dayOfYear) {
        // MongoDB counts the days from 0 here, although it writes them from 1
        return daysFromCivil(*fields.year, 1, 1) + *fields.dayOfYear;
    }
    if (fields.year && fields.month && fields.day) {
        return daysFromCivil(*fields.year, *fields.month, *fields.day);
    }
    return std::nullopt;
}

// The moment in UTC. A text without an offset is local time in `zone`; both together are refused.
Result<std::int64_t> finished(const Fields& fields, std::string_view text, const TimeZone& zone)
{
    if (const std::string_view fault = faultOf(fields); !fault.empty()) {
        return expressionError(
            241, "Error parsing date string '" + std::string(text) + "'; 0: " + std::string(fault));
    }
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

Result<std::int64_t> parseDateText(std::string_view text, const TimeZone& zone)
{
    const std::string_view date = trimmedDate(text);
    Fields iso;
    DateReader reader(date);
    if (readIso(reader, iso)) {
        return finished(iso, text, zone);
    }
    Fields other;
    DateReader again(date);
    if (readOther(again, other)) {
        return finished(other, text, zone);
    }
    return unreadable(text);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/digits.h"
#include "app/bson/extended_json.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace sandglass::bson {

namespace {

// Parses text from the left. After the first mismatch every further step fails too.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_rest(text)
    {
    }

    int digits(std::size_t count)
    {
        int number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            number = number * 10 + digit();
        }
        return number;
    }

    int digit()
    {
        if (!atDigit()) {
            m_good = false;
            return 0;
        }
        const int value = m_rest.front() - '0';
        m_rest.remove_prefix(1);
        return value;
    }

    bool atDigit() const { return m_good && !m_rest.empty() && isDigit(m_rest.front()); }

    bool take(char c)
    {
        if (!m_rest.starts_with(c)) {
            return false;
        }
        m_rest.remove_prefix(1);
        return true;
    }

    void expect(char c) { m_good = take(c) && m_good; }
    bool good() const { return m_good; }
    bool atEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_good = true;
};

int scanMillis(Scanner& scanner)
{
    int millis = 0;
    int count = 0;
    // up to nine decimals are accepted, the first three count
    for (; count < 9 && scanner.atDigit(); ++count) {
        const int digit = scanner.digit();
        if (count < 3) {
            millis = millis * 10 + digit;
        }
    }
    if (count == 0) {
        scanner.digit(); // a point without digits is a fault
    }
    for (; count < 3; ++count) {
        millis *= 10;
    }
    return millis;
}

std::chrono::minutes scanOffset(Scanner& scanner)
{
    if (scanner.take('Z')) {
        return {};
    }
    const bool negative = scanner.take('-');
    if (!negative) {
        scanner.expect('+');
    }
    const int hours = scanner.digits(2);
    // the colon is optional, as in ISO 8601's basic form
    scanner.take(':');
    const std::chrono::minutes offset(hours * 60 + scanner.digits(2));
    return negative ? -offset : offset;
}

} // namespace

std::optional<std::string> isoText(Date date)
{
    using namespace std::chrono;
    // in milliseconds since 1970
    constexpr std::int64_t kYear10000 = 253402300800000;
    if (date.millis < 0 || date.millis >= kYear10000) {
        return std::nullopt;
    }
    const base::Time time = date.time();
    const sys_days day = floor<days>(time);
    const year_month_day calendar(day);
    const hh_mm_ss<base::Millis> clock(time - day);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
                  static_cast<int>(calendar.year()), static_cast<unsigned>(calendar.month()),
                  static_cast<unsigned>(calendar.day()), static_cast<int>(clock.hours().count()),
                  static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()));
    std::string result = text.data();
    if (const auto millis = static_cast<int>(clock.subseconds().count()); millis != 0) {
        std::snprintf(text.data(), text.size(), ".%03d", millis);
        result += text.data();
    }
    return result + "Z";
}

std::optional<Date> dateFromIso(std::string_view text)
{
    using namespace std::chrono;
    Scanner scanner(text);
    const year calendarYear(scanner.digits(4));
    scanner.expect('-');
    const month calendarMonth(static_cast<unsigned>(scanner.digits(2)));
    scanner.expect('-');
    const day calendarDay(static_cast<unsigned>(scanner.digits(2)));
    scanner.expect('T');
    const int hour = scanner.digits(2);
    scanner.expect(':');
    const int minute = scanner.digits(2);
    int second = 0;
    if (scanner.take(':')) {
        second = scanner.digits(2);
    }
    const int millis = scanner.take('.') ? scanMillis(scanner) : 0;
    const minutes offset = scanOffset(scanner);
    const year_month_day calendar(calendarYear, calendarMonth, calendarDay);
    // 60 allows for a leap second, which becomes the first second of the next minute
    if (!scanner.good() || !scanner.atEnd() || !calendar.ok() || hour > 23 || minute > 59
        || second > 60) {
        return std::nullopt;
    }
    return Date::from(sys_days(calendar) + hours(hour) + minutes(minute) + seconds(second)
                      + milliseconds(millis) - offset);
}

} // namespace sandglass::bson

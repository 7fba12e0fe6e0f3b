// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/digits.h"
#include "app/engine/query/calendar.h"
#include "app/engine/query/zone_rules.h"

#include <algorithm>
#include <cctype>

namespace sandglass::engine::query {

namespace {

// Parser of POSIX TZ rules such as "CET-1CEST,M3.5.0,M10.5.0/3". Each function consumes its part of
// the text and returns whether it was there. Source: POSIX, Environment Variables, TZ; RFC
// 8536, 3.3.
class RuleReader
{
public:
    explicit RuleReader(std::string_view text)
        : m_text(text)
    {
    }
    bool atEnd() const { return m_text.empty(); }
    bool accept(char c)
    {
        if (!m_text.starts_with(c)) {
            return false;
        }
        m_text.remove_prefix(1);
        return true;
    }
    bool number(int& value)
    {
        std::size_t length = 0;
        value = 0;
        while (length < m_text.size() && length < 4 && bson::isDigit(m_text[length])) {
            value = value * 10 + (m_text[length++] - '0');
        }
        m_text.remove_prefix(length);
        return length > 0;
    }
    // "CET" or "<+1030>"
    bool name()
    {
        const bool quoted = accept('<');
        const auto end = std::find_if(m_text.begin(), m_text.end(), [&](char c) {
            return quoted ? c == '>' : std::isalpha(static_cast<unsigned char>(c)) == 0;
        });
        const auto length = static_cast<std::size_t>(end - m_text.begin());
        m_text.remove_prefix(length);
        return length > 0 && (!quoted || accept('>'));
    }
    // [+-]hh[:mm[:ss]]
    bool duration(std::int64_t& seconds)
    {
        const bool negative = accept('-');
        if (!negative) {
            accept('+');
        }
        int hours = 0;
        int minutes = 0;
        int rest = 0;
        if (!number(hours) || (accept(':') && !number(minutes)) || (accept(':') && !number(rest))) {
            return false;
        }
        seconds = std::int64_t{hours} * 3600 + std::int64_t{minutes} * 60 + rest;
        seconds = negative ? -seconds : seconds;
        return true;
    }
    bool change(YearlyRule::Change& change)
    {
        if (accept('M')) {
            change.form = 'M';
            if (!number(change.month) || !accept('.') || !number(change.week) || !accept('.')
                || !number(change.day)) {
                return false;
            }
            if (change.month < 1 || change.month > 12 || change.week < 1 || change.week > 5
                || change.day > 6) {
                return false;
            }
        } else {
            change.form = accept('J') ? 'J' : '0';
            if (!number(change.day) || change.day > 366) {
                return false;
            }
        }
        return !accept('/') || duration(change.seconds);
    }

private:
    std::string_view m_text;
};

std::int64_t dayOfChange(const YearlyRule::Change& change, std::int64_t year)
{
    const std::int64_t newYear = daysFromCivil(year, 1, 1);
    if (change.form == '0') {
        return newYear + change.day;
    }
    if (change.form == 'J') {
        // form J never counts 29 February: day 60 is 1 March in every year
        const bool afterLeapDay = change.day >= 60 && daysInMonth(year, 2) == 29;
        return newYear + change.day - 1 + (afterLeapDay ? 1 : 0);
    }
    const std::int64_t first = daysFromCivil(year, change.month, 1);
    const int weekday = isoDayOfWeek(first) % 7; // 0 is Sunday
    std::int64_t day = first + (change.day - weekday + 7) % 7 + std::int64_t{change.week - 1} * 7;
    // week 5 means the last such weekday of the month
    while (day >= first + daysInMonth(year, change.month)) {
        day -= 7;
    }
    return day;
}

} // namespace

std::optional<YearlyRule> YearlyRule::parse(std::string_view text)
{
    YearlyRule rule;
    RuleReader reader(text);
    std::int64_t west = 0;
    if (!reader.name() || !reader.duration(west)) {
        return std::nullopt;
    }
    rule.m_standard = -west; // POSIX counts positive to the west
    if (reader.atEnd()) {
        return rule;
    }
    rule.m_hasSummer = true;
    // one hour ahead unless the text states an offset
    rule.m_summer = rule.m_standard + 3600;
    if (!reader.name()) {
        return std::nullopt;
    }
    if (!reader.accept(',')) {
        if (!reader.duration(west) || !reader.accept(',')) {
            return std::nullopt;
        }
        rule.m_summer = -west;
    }
    if (!reader.change(rule.m_start) || !reader.accept(',') || !reader.change(rule.m_end)
        || !reader.atEnd()) {
        return std::nullopt;
    }
    return rule;
}

std::int64_t YearlyRule::changeTime(const Change& change, std::int64_t year,
                                    std::int64_t offset) const
{
    return dayOfChange(change, year) * kSecondsPerDay + change.seconds - offset;
}

YearlyRule::Period YearlyRule::at(std::int64_t utcSeconds) const
{
    if (!m_hasSummer) {
        return {m_standard, Period::kAlways};
    }
    // the year before and after as well: south of the equator summer time spans the new year
    const std::int64_t localDay = floorDivide(utcSeconds + m_standard, kSecondsPerDay);
    const std::int64_t year = civilFromDays(localDay).year;
    Period latest{m_standard, Period::kAlways};
    for (const std::int64_t candidate : {year - 1, year, year + 1}) {
        const std::int64_t start = changeTime(m_start, candidate, m_standard);
        const std::int64_t end = changeTime(m_end, candidate, m_summer);
        if (start <= utcSeconds && start > latest.since) {
            latest = {m_summer, start};
        }
        if (end <= utcSeconds && end > latest.since) {
            latest = {m_standard, end};
        }
    }
    return latest;
}

} // namespace sandglass::engine::query

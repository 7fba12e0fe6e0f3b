// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_truncation.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace sandglass::engine::plan {

namespace {

using bson::Type;
using bson::ValueView;
using query::DateUnit;

/// Reads one argument other than `date`. False for what $dateTrunc does not accept: then the
/// pipeline is run and gives the error.
bool readBin(const bson::Element& argument, DateTruncation& truncation)
{
    if (argument.key == "binSize") {
        truncation.bin.size = argument.value.toExactInt64().value_or(0);
        return truncation.bin.size > 0;
    }
    if (argument.value.type() != Type::String) {
        return false;
    }
    const std::string_view text = argument.value.asString();
    if (argument.key == "unit") {
        const auto unit = query::dateUnitFromName(text);
        truncation.bin.unit = unit.value_or(DateUnit::Day);
        return unit.has_value();
    }
    if (argument.key == "timezone") {
        const auto zone = query::TimeZone::find(text);
        truncation.zone = zone ? *zone : query::TimeZone();
        return zone.has_value();
    }
    if (argument.key == "startOfWeek") {
        const auto day = query::weekdayFromName(text);
        truncation.bin.startOfWeek = day.value_or(1);
        return day.has_value();
    }
    return false;
}

bool isField(ValueView value, std::string_view field)
{
    return value.type() == Type::String && value.asString().starts_with('$')
        && value.asString().substr(1) == field;
}

/// The moments in (from, to] at which the zone's offset changes, ascending; nullopt when there are
/// too many.
std::optional<std::vector<std::int64_t>> offsetChanges(const DateTruncation& truncation,
                                                       std::int64_t from, std::int64_t to)
{
    std::vector<std::int64_t> changes;
    // bins of an hour or less have the same width everywhere, so offsets do not matter
    if (!truncation.zone.isNamed() || truncation.bin.unit <= DateUnit::Hour) {
        return changes;
    }
    auto since = truncation.zone.offsetSince(to);
    while (since && *since > from && *since <= to) {
        if (changes.size() == kMaxDateClasses) {
            return std::nullopt;
        }
        changes.push_back(*since);
        to = *since - 1;
        since = truncation.zone.offsetSince(to);
    }
    std::ranges::reverse(changes);
    return changes;
}

/// Finds the ends of bins within a period in which the zone's offset does not change. There, each
/// bin is one uninterrupted range.
class BinWalk
{
public:
    explicit BinWalk(const DateTruncation& truncation)
        : m_truncation(truncation)
    {
    }

    std::optional<std::int64_t> binOf(std::int64_t millis) const
    {
        const auto bin = query::truncateDate(millis, m_truncation.bin, m_truncation.zone);
        return bin ? std::optional(*bin) : std::nullopt;
    }
    bool isIn(std::int64_t bin, std::int64_t millis) const { return binOf(millis) == bin; }

    /// The last moment up to `last` that is in `bin`. `first` is in it.
    std::int64_t lastOf(std::int64_t bin, std::int64_t first, std::int64_t last) const
    {
        if (isIn(bin, last)) {
            return last;
        }
        const auto next = query::addToDate(bin, m_truncation.bin.unit, m_truncation.bin.size,
                                           m_truncation.zone);
        if (next && *next > first && *next <= last && isIn(bin, *next - 1) && !isIn(bin, *next)) {
            return *next - 1;
        }
        // Adding one bin does not give the next one near a change of the offset and at the limits
        // of the date range. Then a binary search finds the end.
        std::int64_t inside = first;
        while (inside < last - 1) {
            const std::int64_t middle = std::midpoint(inside, last);
            (isIn(bin, middle) ? inside : last) = middle;
        }
        return inside;
    }

private:
    const DateTruncation& m_truncation;
};

} // namespace

std::optional<DateTruncation> dateTruncation(ValueView expression, std::string_view field)
{
    const bson::DocumentView document = expression.asDocument();
    if (expression.type() != Type::Document || document.count() != 1
        || document.begin()->key != "$dateTrunc"
        || document.begin()->value.type() != Type::Document) {
        return std::nullopt;
    }
    DateTruncation truncation;
    bool hasDate = false;
    bool hasUnit = false;
    for (const bson::Element& argument : document.begin()->value.asDocument()) {
        const bool isDate = argument.key == "date";
        if (isDate ? !isField(argument.value, field) : !readBin(argument, truncation)) {
            return std::nullopt;
        }
        hasDate = hasDate || isDate;
        hasUnit = hasUnit || argument.key == "unit";
    }
    return hasDate && hasUnit ? std::optional(truncation) : std::nullopt;
}

std::optional<DateGroups> truncatedGroups(const DateTruncation& truncation, bson::Date from,
                                          bson::Date to)
{
    // Handles each period with one offset by itself. After clocks are set back, a bin can occur in
    // two periods; `numbers` finds its group again.
    auto ends = offsetChanges(truncation, from.millis, to.millis);
    if (!ends) {
        return std::nullopt;
    }
    for (std::int64_t& end : *ends) {
        --end;
    }
    ends->push_back(to.millis);
    DateGroups groups(from);
    std::map<std::int64_t, std::size_t> numbers;
    const BinWalk walk(truncation);
    std::int64_t first = from.millis;
    for (const std::int64_t end : *ends) {
        while (first <= end) {
            const auto bin = walk.binOf(first);
            if (!bin || groups.bounds().size() > kMaxDateClasses) {
                return std::nullopt;
            }
            const auto [number, isNew] = numbers.try_emplace(*bin, groups.ids().size());
            if (isNew) {
                groups.add(bson::Value::of(bson::Date{*bin}));
            }
            const std::int64_t last = walk.lastOf(*bin, first, end);
            groups.extend(last, number->second);
            if (last == to.millis) {
                return groups; // last + 1 may overflow
            }
            first = last + 1;
        }
    }
    return groups;
}

} // namespace sandglass::engine::plan

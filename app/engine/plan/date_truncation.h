// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/date_groups.h"
#include "app/engine/query/date_unit.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::plan {

/// Groups dates by {$dateTrunc: {date: "$field", …}}.
struct DateTruncation
{
    query::DateBin bin;
    query::TimeZone zone;
};

/// Reads the expression; nullopt when it truncates anything but that field, or by anything but
/// constants that $dateTrunc takes.
std::optional<DateTruncation> dateTruncation(bson::ValueView expression, std::string_view field);

/// The groups of the dates from `from` to `to` (inclusive), by the start of their bins. A bin that
/// clocks are set back into comes in several stretches. nullopt for more than kMostDateClasses of
/// them, or where a date cannot be truncated.
std::optional<DateGroups> truncatedGroups(const DateTruncation& truncation, bson::Date from,
                                          bson::Date to);

} // namespace sandglass::engine::plan

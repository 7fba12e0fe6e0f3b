// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/date_groups.h"
#include "app/engine/query/date_unit.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::plan {

/// The grouping {$dateTrunc: {date: "$field", …}}.
struct DateTruncation
{
    query::DateBin bin;
    query::TimeZone zone;
};

/// Reads the expression. nullopt when it truncates another value than the field, or an argument is
/// not a constant that $dateTrunc accepts.
std::optional<DateTruncation> dateTruncation(bson::ValueView expression, std::string_view field);

/// The groups of the dates from `from` to `to` (both inclusive), by the start of their bins. A bin
/// has several classes if clocks are set back into it. nullopt for more than kMaxDateClasses
/// classes, or when a date cannot be truncated.
std::optional<DateGroups> truncatedGroups(const DateTruncation& truncation, bson::Date from,
                                          bson::Date to);

} // namespace sandglass::engine::plan

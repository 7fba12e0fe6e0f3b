// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/date_unit.h"
#include "app/engine/query/expression_node.h"

#include <optional>

namespace sandglass::engine::query {

/// UTC milliseconds of a date, a timestamp or an ObjectId; nullopt for other types.
std::optional<std::int64_t> dateMillis(bson::ValueView value);

/// As dateMillis(), for the argument at `index`. Errors (server): a location code for another type.
Result<std::int64_t> requireDate(const Arguments& arguments, std::size_t index);

/// The zone that the argument at `index` names. UTC when the argument was not given, nullopt when
/// it is null or missing. Errors (server): location codes for another type and for an unknown zone.
Result<std::optional<TimeZone>> zoneArgument(const Arguments& arguments, std::size_t index);

/// The unit that the argument at `index` names. Errors (server): Location5439013 when it is no
/// string, FailedToParse for an unknown unit.
Result<DateUnit> unitArgument(const Arguments& arguments, std::size_t index);

/// The first day of the week from the argument at `index`, 1 (Monday) to 7; Sunday when not given,
/// and for units that are no weeks; nullopt when it is null. Errors (server): location codes for
/// another type and for an unknown day.
Result<std::optional<int>> weekStartArgument(const Arguments& arguments, std::size_t index,
                                             DateUnit unit);

} // namespace sandglass::engine::query

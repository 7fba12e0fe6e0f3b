// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/date_unit.h"
#include "app/engine/query/expression_node.h"

#include <optional>

namespace sandglass::engine::query {

/// UTC milliseconds of a date, a timestamp or an ObjectId; nullopt for other types.
std::optional<std::int64_t> dateMillis(bson::ValueView value);

/// The same for the argument `index`. Errors: 16006.
Result<std::int64_t> requireDate(const Arguments& arguments, std::size_t index);

/// The zone that the argument `index` names: UTC when it is not given, nullopt when it is null or
/// missing. Errors: 40517, 40485.
Result<std::optional<TimeZone>> zoneArgument(const Arguments& arguments, std::size_t index);

/// The unit that the argument `index` names. Errors: `typeCode` for no string, 9 for an unknown
/// unit.
Result<DateUnit> unitArgument(const Arguments& arguments, std::size_t index, int typeCode);

/// The first day of the week (Sunday when not given). Errors: 5439015, 5439016.
Result<int> weekStartArgument(const Arguments& arguments, std::size_t index);

} // namespace sandglass::engine::query

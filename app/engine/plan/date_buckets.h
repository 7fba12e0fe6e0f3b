// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/counted_group.h"
#include "app/engine/plan/date_groups.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::plan {

/// A $bucket stage that groups dates and only counts them. Views are valid as long as the stage's
/// document.
struct DateBuckets
{
    std::vector<bson::Date> boundaries; ///< ascending, at least two
    bson::ValueView otherwise; ///< the stage's `default`; Missing without one
};

/// Reads {groupBy: "$field", boundaries, default?, output?}, which Pipeline::parse() has accepted,
/// and sets `shown` to its output. nullopt when it groups by another field or an expression, a
/// boundary is not a date, the default is not a constant, or the output does more than count.
std::optional<DateBuckets> dateBuckets(bson::ValueView specification, std::string_view field,
                                       CountedGroup& shown);

/// The groups of the dates from `from` to `to` (both inclusive), in the order of their _id. Dates
/// outside the boundaries belong to the default's group, or to DateGroups::kNoGroup without one.
DateGroups bucketGroups(const DateBuckets& buckets, bson::Date from, bson::Date to);

} // namespace sandglass::engine::plan

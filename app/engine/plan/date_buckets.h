// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/counted_group.h"
#include "app/engine/plan/date_groups.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::plan {

/// Groups dates by a $bucket stage that only counts. Views live as long as the stage.
struct DateBuckets
{
    std::vector<bson::Date> boundaries; ///< ascending, at least two
    bson::ValueView otherwise; ///< the stage's `default`; Missing when there is none
};

/// Reads {groupBy: "$field", boundaries, default?, output?} that Pipeline::parse() has taken;
/// nullopt when it groups by anything else, its boundaries are no dates, its default is no plain
/// constant, or its output does more than count.
std::optional<DateBuckets> dateBuckets(bson::ValueView specification, std::string_view field,
                                       CountedGroup& shown);

/// The groups of the dates from `from` to `to` (inclusive), in the order of their _id.
DateGroups bucketGroups(const DateBuckets& buckets, bson::Date from, bson::Date to);

} // namespace sandglass::engine::plan

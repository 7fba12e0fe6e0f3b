// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/aggregate_request.h"
#include "app/engine/commands/view_read.h"
#include "app/engine/plan/date_grouping.h"

#include <optional>
#include <vector>

namespace sandglass::engine::commands {

/// The groups of measurements by their time, from the buckets' columns of times alone. nullopt when
/// more has to be read. Errors: as openView().
Result<std::optional<std::vector<bson::Document>>>
groupsByBuckets(const plan::DateGrouping& grouping, const plan::ResolvedView& view,
                const ViewScope& scope);

/// A pipeline on a view or time series that only counts, answered without making its documents;
/// nullptr when it has to be run. Errors: as openView().
Result<query::DocumentSourcePtr> countedView(const AggregateRequest& aggregate,
                                             const plan::ResolvedView& view,
                                             const ViewScope& scope);

} // namespace sandglass::engine::commands

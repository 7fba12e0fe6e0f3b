// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/date_grouping.h"
#include "app/engine/reads/aggregate_request.h"
#include "app/engine/reads/view_read.h"

#include <optional>
#include <vector>

namespace sandglass::engine::reads {

/// The pipeline's groups of measurements by time. Reads only the column of times in each bucket.
/// nullopt when other columns are needed. Errors: as openView().
Result<std::optional<std::vector<bson::Document>>>
groupsByBuckets(const plan::DateGrouping& grouping, const plan::ResolvedView& view,
                const query::EvaluationContext& evaluation, const ViewScope& scope);

/// The result of a pipeline that only counts the documents of a view or time series, without
/// creating these documents. nullptr when the pipeline must be run. Errors: as openView().
Result<query::DocumentSourcePtr> countedView(const AggregateRequest& aggregate,
                                             const plan::ResolvedView& view,
                                             const ViewScope& scope);

} // namespace sandglass::engine::reads

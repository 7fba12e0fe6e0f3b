// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/server_stages.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/pipeline.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::commands {

/// What is asked of a view. Views live as long as the call.
struct ViewQuery
{
    std::vector<bson::DocumentView> stages; ///< behind the view's own; {$match: …} for a filter
    bson::ValueView hint; ///< as in QueryShape
    query::EvaluationContext evaluation;
};

/// Where a view is read.
struct ViewScope
{
    Context& context;
    std::shared_ptr<operations::Interrupt> interrupt;
    int depth = 0; ///< views that are being read around it
};

/// The documents of a view or time series, while they are read.
struct ViewRead
{
    std::shared_ptr<ServerStages> environment; ///< outlives the source
    std::shared_ptr<plan::MatchCursor> walk; ///< over what is stored
    query::DocumentSourcePtr source;
};

/// Opens a view. Errors: 2 for a bad hint, those of the stages.
Result<ViewRead> openView(const plan::ResolvedView& view, const ViewQuery& query,
                          const ViewScope& scope);

/// The documents alone; the source keeps what it needs.
query::DocumentSourcePtr ownedSource(ViewRead read);

/// The documents of `input` that meet the filter.
query::DocumentSourcePtr filterSource(query::DocumentSourcePtr input, query::Filter filter);

/// The buckets of a time series that may hold wanted measurements; `view.buckets` is set. Errors: 2
/// for a bad hint, those of the filters.
Result<std::shared_ptr<plan::MatchCursor>>
openBuckets(const plan::ResolvedView& view, const ViewQuery& query, const ViewScope& scope);

/// How many documents come, at most `enough` where they are counted one by one; a time series is
/// counted by whole buckets where that is exact. Errors: as openView().
Result<std::int64_t> countView(const plan::ResolvedView& view, const ViewQuery& query,
                               std::int64_t enough, const ViewScope& scope);

/// The $match stage of a filter, as ViewQuery takes it; none for an empty filter.
std::vector<bson::Document> matchStages(bson::DocumentView filter);

/// The stages of the view, then those of the query.
std::vector<bson::DocumentView> allStages(const plan::ResolvedView& view, const ViewQuery& query);

/// Views of documents, as ViewQuery takes them.
std::vector<bson::DocumentView> viewsOf(const std::vector<bson::Document>& documents);

} // namespace sandglass::engine::commands

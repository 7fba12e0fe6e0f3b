// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/reads/opened_read.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::reads {

/// A query on a view. Its document views must be valid while the view is opened.
struct ViewQuery
{
    std::vector<bson::DocumentView> stages; ///< after the view's own; {$match: …} for a filter
    bson::ValueView hint; ///< as in QueryShape
    query::EvaluationContext evaluation;
};

/// The operation that reads a view.
struct ViewScope
{
    const plan::DataAccess& access;
    std::shared_ptr<operations::Interrupt> interrupt; ///< not null
    int depth = 0; ///< number of views that are being read around it
};

/// Opens a view or time series. Errors (server): BadValue for a hint that names no index, those of
/// the stages.
Result<OpenedRead> openView(const plan::ResolvedView& view, const ViewQuery& query,
                            const ViewScope& scope);

/// The documents of an opened view, as a source that owns it.
query::DocumentSourcePtr ownedSource(OpenedRead read);

/// The documents of `input` that match the filter. Errors: those of the filter's `$expr`.
query::DocumentSourcePtr filterSource(query::DocumentSourcePtr input, query::Filter filter);

/// The buckets of a time series that may contain matching measurements. `view.buckets` must be set.
/// Errors (server): BadValue for a hint that names no index, those of the filters.
Result<std::shared_ptr<plan::MatchCursor>>
openBuckets(const plan::ResolvedView& view, const ViewQuery& query, const ViewScope& scope);

/// The number of documents. May stop at `enough`, but need not: measurements are counted by whole
/// buckets if the query permits it. Errors: as openView().
Result<std::int64_t> countView(const plan::ResolvedView& view, const ViewQuery& query,
                               std::int64_t enough, const ViewScope& scope);

/// The $match stage for a filter, for ViewQuery; none for an empty filter.
std::vector<bson::Document> matchStages(bson::DocumentView filter);

/// Views of the documents, for ViewQuery. The documents must outlive them.
std::vector<bson::DocumentView> viewsOf(const std::vector<bson::Document>& documents);

} // namespace sandglass::engine::reads

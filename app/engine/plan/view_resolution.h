// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/protocol/namespace.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::plan {

/// MongoDB's code ViewDepthLimitExceeded, and the most views that may stand on one another.
inline constexpr int kViewDepthLimitExceeded = 165;
inline constexpr int kDeepestView = 20;

/// What stands behind a name that is no collection of documents: a view (over views, …, over a
/// collection) or a time series.
struct ResolvedView
{
    protocol::Namespace source; ///< the collection that holds the documents; may be missing
    std::optional<catalog::TimeSeriesShape> buckets; ///< set: the source holds buckets
    std::vector<bson::Document> stages; ///< applied to its documents or measurements, in order
};

/// nullopt for an ordinary or missing collection. Errors: 165 for views deeper than kDeepestView.
Result<std::optional<ResolvedView>> resolveView(const catalog::Catalog& catalog,
                                                const protocol::Namespace& ns);

/// The buckets of a time series, by the name that users know it under; nullptr when it is none.
std::shared_ptr<catalog::Collection> findBuckets(const catalog::Catalog& catalog,
                                                 const protocol::Namespace& ns);

/// The same name, or that of its buckets for a time series: where statistics come from.
protocol::Namespace storedNamespace(const catalog::Catalog& catalog, const protocol::Namespace& ns);

/// Errors: 166 "Namespace db.v is a view, not a collection" when it is a view.
Result<void> refuseView(const catalog::Catalog& catalog, const protocol::Namespace& ns);

/// Error 166 for a command that does not work on a time series.
Error refuseTimeSeries(const protocol::Namespace& ns);

/// The stage that stands for unpacking in explain's replies.
bson::Document unpackStage(const catalog::TimeSeriesShape& shape);

} // namespace sandglass::engine::plan

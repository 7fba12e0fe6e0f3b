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

/// MongoDB's code ViewDepthLimitExceeded.
inline constexpr int kViewDepthLimitExceeded = 165;
/// The maximum number of views that are defined on one another. Source: MongoDB manual, Views.
inline constexpr int kMaxViewDepth = 20;

/// A name without documents of its own: a view (on other views, …, on a collection) or a time
/// series.
struct ResolvedView
{
    protocol::Namespace source; ///< the collection with the documents; may be missing
    std::optional<catalog::TimeSeriesShape> buckets; ///< set: the source contains buckets
    std::vector<bson::Document> stages; ///< applied in order to the documents or measurements
};

/// Resolves a name; nullopt for an ordinary or missing collection. Errors (server):
/// ViewDepthLimitExceeded for more than kMaxViewDepth views.
Result<std::optional<ResolvedView>> resolveView(const catalog::Catalog& catalog,
                                                const protocol::Namespace& ns);

/// The collection with the buckets of a time series. `ns`: the series' own name. nullptr when it is
/// not a time series.
std::shared_ptr<catalog::Collection> findBuckets(const catalog::Catalog& catalog,
                                                 const protocol::Namespace& ns);

/// The collection in which the documents are stored: for a time series its buckets, else `ns`
/// itself.
protocol::Namespace storedNamespace(const catalog::Catalog& catalog, const protocol::Namespace& ns);

/// Succeeds unless `ns` is a view. Errors (server): CommandNotSupportedOnView.
Result<void> refuseView(const catalog::Catalog& catalog, const protocol::Namespace& ns);

/// The error CommandNotSupportedOnView, for a command that does not work on a time series.
Error refuseTimeSeries(const protocol::Namespace& ns);

/// The error OptionNotSupportedOnView, for a command with another collation than that of the view.
Error overriddenCollation(const protocol::Namespace& ns);

/// The stage $_internalUnpackBucket, as explain and system.views show it.
bson::Document unpackStage(const catalog::TimeSeriesShape& shape);

} // namespace sandglass::engine::plan

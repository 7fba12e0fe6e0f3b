// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/view_resolution.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::plan {

using protocol::commandError;
using protocol::Namespace;
using protocol::ServerCode;

std::shared_ptr<catalog::Collection> findBuckets(const catalog::Catalog& catalog,
                                                 const Namespace& ns)
{
    auto buckets = catalog.find({ns.database, catalog::bucketsName(ns.collection)});
    return buckets && buckets->shape()->timeSeries ? buckets : nullptr;
}

Namespace storedNamespace(const catalog::Catalog& catalog, const Namespace& ns)
{
    const auto buckets = findBuckets(catalog, ns);
    return buckets ? buckets->ns() : ns;
}

// Follows viewOn from view to view until it comes to a name that is not a view. That name may be
// missing, or be a time series. create checks only the views below a new one; those above it can
// become too deep, so the depth is limited here too.
Result<std::optional<ResolvedView>> resolveView(const catalog::Catalog& catalog,
                                                const Namespace& ns)
{
    ResolvedView view;
    view.source = ns;
    int depth = 0;
    while (true) {
        const auto collection = catalog.find(view.source);
        if (!collection || !collection->shape()->isView()) {
            break;
        }
        if (++depth > kMaxViewDepth) {
            return commandError(kViewDepthLimitExceeded,
                                "View depth too deep or view cycle detected; maximum depth is "
                                    + std::to_string(kMaxViewDepth));
        }
        const auto shape = collection->shape();
        // the stages of a view run after those of the view that it is defined on
        view.stages.insert(view.stages.begin(), shape->pipeline.begin(), shape->pipeline.end());
        view.source.collection = shape->viewOn;
    }
    if (const auto buckets = findBuckets(catalog, view.source)) {
        view.buckets = buckets->shape()->timeSeries;
        view.source = buckets->ns();
    } else if (depth == 0) {
        return std::optional<ResolvedView>();
    }
    return std::optional(std::move(view));
}

Result<void> refuseView(const catalog::Catalog& catalog, const Namespace& ns)
{
    const auto collection = catalog.find(ns);
    if (collection && collection->shape()->isView()) {
        return commandError(ServerCode::CommandNotSupportedOnView,
                            "Namespace " + ns.text() + " is a view, not a collection");
    }
    return {};
}

Error refuseTimeSeries(const Namespace& ns)
{
    return commandError(ServerCode::CommandNotSupportedOnView,
                        "Namespace " + ns.text() + " is a timeseries collection");
}

Error overriddenCollation(const Namespace& ns)
{
    constexpr int kOptionNotSupportedOnView = 167;
    return commandError(kOptionNotSupportedOnView,
                        "Cannot override a view's default collation: " + ns.text());
}

bson::Document unpackStage(const catalog::TimeSeriesShape& shape)
{
    bson::Builder stage;
    stage.beginDocument("$_internalUnpackBucket").append("timeField", shape.timeField);
    if (!shape.metaField.empty()) {
        stage.append("metaField", shape.metaField);
    }
    stage.append("bucketMaxSpanSeconds", static_cast<std::int32_t>(shape.bucketMaxSpanSeconds))
        .end();
    return stage.take();
}

} // namespace sandglass::engine::plan

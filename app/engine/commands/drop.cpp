// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/system_views.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/timeseries/time_series_indexes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::engine::commands {

using plan::storedNamespace;
using protocol::ServerCode;
using request::collectionArgument;
using request::commandArguments;
using request::Request;
using timeseries::shownIndexes;

namespace {

/// System collections that a client may drop. The others hold what the server needs, such as the
/// users.
bool isDroppable(const protocol::Namespace& ns)
{
    constexpr std::array<std::string_view, 3> kInAnyDatabase{"system.js", "system.profile",
                                                             "system.views"};
    const std::string& name = ns.collection;
    return !name.starts_with("system.") || name.starts_with("system.buckets.")
        || std::ranges::find(kInAnyDatabase, name) != kInAnyDatabase.end()
        || (ns.database == "config" && name == "system.sessions")
        || (ns.database == "local" && name == "system.healthlog");
}

} // namespace

Result<void> runDrop(const Request& request, Context& context, bson::Builder& reply)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    if (ns->collection == "system.profile"
        && context.records.profiler.settings(ns->database).level > 0) {
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "turn off profiling before dropping system.profile"
                                      " collection");
    }
    if (!isDroppable(*ns)) {
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "cannot drop system collection " + ns->text());
    }
    // read before the drop: the reply has the number of indexes
    const protocol::Namespace stored = storedNamespace(context.catalog, *ns);
    TRY(checkCollectionUuid(request, stored, context.catalog));
    const auto collection = context.catalog.find(stored);
    const std::size_t indexes = collection ? catalog::countedIndexes(shownIndexes(*collection)) : 0;
    auto dropped = context.catalog.drop(stored);
    if (!dropped) {
        const bool absent
            = dropped.error().serverCode == static_cast<int>(ServerCode::NamespaceNotFound);
        // since 7.0 dropping a missing collection succeeds, with an empty reply
        if (absent && context.facts.atLeast(7, 0)) {
            return {};
        }
        return absent ? protocol::commandError(ServerCode::NamespaceNotFound, "ns not found")
                      : dropped.error();
    }
    context.cursors.killAll(*ns);
    context.records.metrics.forget(ns->text());
    context.cursors.killAll(stored);
    const auto shape = collection ? collection->shape() : nullptr;
    const bool isView = shape && shape->isView();
    if (!isView) {
        reply.append("nIndexesWas", static_cast<std::int32_t>(indexes));
    }
    reply.append("ns", ns->text());
    if (isView || (shape && shape->timeSeries)) {
        return rewriteSystemViews(ns->database, context);
    }
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/system_views.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/storage/key_value_store.h"

#include <optional>

namespace sandglass::engine::commands {

using plan::unpackStage;

namespace {

/// The document of a view or time series; nullopt for other collections.
std::optional<bson::Document> definitionOf(const catalog::Collection& collection)
{
    const auto shape = collection.shape();
    const protocol::Namespace ns = collection.ns();
    if (shape->isView()) {
        return bson::makeDocument("_id", ns.text(), "viewOn", shape->viewOn, "pipeline",
                                  collection.options().listed["pipeline"]);
    }
    if (!shape->timeSeries) {
        return std::nullopt;
    }
    const std::string series(catalog::timeSeriesName(ns.collection));
    bson::Builder definition;
    definition.append("_id", protocol::Namespace{ns.database, series}.text());
    definition.append("viewOn", ns.collection);
    definition.beginArray("pipeline").push(unpackStage(*shape->timeSeries)).end();
    return definition.take();
}

/// Removes all documents, in the write unit that inserts the new ones, so that a reader never sees
/// an empty collection.
Result<void> removeAll(catalog::Collection& views, catalog::WriteUnit& unit)
{
    const auto walk = views.scan(catalog::Direction::Forward);
    while (walk->next()) {
        TRY(unit.remove(walk->id()));
    }
    return walk->status();
}

} // namespace

Result<void> rewriteSystemViews(const std::string& database, Context& context)
{
    auto views = context.catalog.findOrCreate({database, "system.views"}, nullptr);
    TRY(views);
    auto unit = (*views)->beginWrite();
    TRY(unit);
    TRY(removeAll(**views, **unit));
    for (const auto& collection : context.catalog.collections(database)) {
        const auto definition = definitionOf(*collection);
        if (!definition) {
            continue;
        }
        TRY((*unit)->insert(*definition));
    }
    return (*unit)->commit(storage::Durability::Process);
}

} // namespace sandglass::engine::commands

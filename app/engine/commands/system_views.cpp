// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/system_views.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/write_note.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/storage/key_value_store.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using plan::unpackStage;

namespace {

/// The document of a view or time series; nullopt for other collections.
std::optional<bson::Document> definitionOf(const catalog::Collection& collection)
{
    const auto shape = collection.shape();
    const protocol::Namespace ns = collection.ns();
    const bson::Document listed = collection.options().listed;
    bson::Builder definition;
    if (shape->isView()) {
        definition.append("_id", ns.text()).append("viewOn", shape->viewOn);
        definition.append("pipeline", listed["pipeline"]);
        return definition.append("collation", listed["collation"]).take();
    }
    if (!shape->timeSeries) {
        return std::nullopt;
    }
    const std::string series(catalog::timeSeriesName(ns.collection));
    definition.append("_id", protocol::Namespace{ns.database, series}.text());
    definition.append("viewOn", ns.collection);
    definition.beginArray("pipeline").push(unpackStage(*shape->timeSeries)).end();
    return definition.append("collation", listed["collation"]).take();
}

/// The documents of all views and time series of a database, by their _id.
std::map<std::string, bson::Document> definitionsOf(const std::string& database,
                                                    const Context& context)
{
    std::map<std::string, bson::Document> definitions;
    for (const auto& collection : context.catalog.collections(database)) {
        if (auto definition = definitionOf(*collection)) {
            const std::string id((*definition)["_id"].asString());
            definitions.emplace(id, std::move(*definition));
        }
    }
    return definitions;
}

/// Removes what is no longer defined and replaces what is defined otherwise. Takes those that are
/// stored out of `definitions`.
Result<void> updateStored(const catalog::Collection& views, catalog::WriteUnit& unit,
                          std::map<std::string, bson::Document>& definitions)
{
    const auto walk = views.scan(catalog::Direction::Forward);
    while (walk->next()) {
        const auto found = definitions.find(std::string(walk->document()["_id"].asString()));
        if (found == definitions.end()) {
            TRY(unit.remove(walk->id()));
            continue;
        }
        if (bson::Document(walk->document()) != found->second) {
            TRY(unit.replace(walk->id(), found->second));
        }
        definitions.erase(found);
    }
    return walk->status();
}

} // namespace

// Only what differs is written: each write is an event of a change stream.
Result<void> rewriteSystemViews(const std::string& database, const Context& context)
{
    auto views = context.catalog.findOrCreate({database, "system.views"}, nullptr);
    TRY(views);
    catalog::WriteNote note; // lives longer than the unit
    note.replacement = true;
    auto unit = (*views)->beginWrite();
    TRY(unit);
    (*unit)->setNote(&note);
    auto definitions = definitionsOf(database, context);
    TRY(updateStored(**views, **unit, definitions));
    for (const auto& [id, definition] : definitions) {
        TRY((*unit)->insert(definition));
    }
    return (*unit)->commit(storage::Durability::Process);
}

} // namespace sandglass::engine::commands

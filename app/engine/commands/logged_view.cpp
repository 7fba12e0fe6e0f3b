// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/logged_view.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/commands/logged_write.h"
#include "app/protocol/server_code.h"

#include <optional>
#include <string_view>
#include <utility>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

/// The document of a view as system.views has it; nullopt for what is no view.
std::optional<bson::Document> presentView(const catalog::Catalog& catalog,
                                          const protocol::Namespace& ns)
{
    const auto found = catalog.find(ns);
    if (!found || !found->shape()->isView()) {
        return std::nullopt;
    }
    const bson::Document listed = found->options().listed;
    bson::Builder view;
    view.append("_id", ns.text()).append("viewOn", found->shape()->viewOn);
    view.append("pipeline", listed["pipeline"]).append("collation", listed["collation"]);
    return view.take();
}

} // namespace

Result<bson::Document> viewCommand(bson::DocumentView entry, const protocol::Namespace& systemViews,
                                   const catalog::Catalog& catalog)
{
    const std::string_view op = entry["op"].asString();
    const bson::DocumentView o = entry["o"].asDocument();
    const bson::ValueView id = entry[op == "u" ? "o2" : "o"].asDocument()["_id"];
    const auto view = protocol::Namespace::parse(id.asString());
    if (!view || view->database != systemViews.database) {
        return commandError(
            ServerCode::FailedToParse,
            "An entry of applyOps for system.views needs the name of a view as _id");
    }
    const auto present = presentView(catalog, *view);
    if (op == "d") {
        return present ? bson::makeDocument("drop", view->collection) : bson::Document();
    }
    bson::Document after(o);
    if (op == "u") {
        const bson::Document before = present ? *present : bson::makeDocument("_id", id);
        auto changed = updatedAsLogged(o, before, !present);
        TRY(changed);
        after = std::move(*changed);
    }
    if (after["viewOn"].type() != bson::Type::String) {
        return commandError(ServerCode::FailedToParse,
                            "An entry of applyOps for system.views needs 'viewOn'");
    }
    if (!catalog::timeSeriesName(after["viewOn"].asString()).empty()) {
        return bson::Document();
    }
    bson::Builder command;
    command.append(present ? "collMod" : "create", view->collection);
    command.append("viewOn", after["viewOn"]).append("pipeline", after["pipeline"]);
    if (!present) {
        command.append("collation", after["collation"]);
    }
    return command.take();
}

} // namespace sandglass::engine::commands

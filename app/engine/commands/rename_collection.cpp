// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"

#include <string>

namespace sandglass::engine::commands {

using plan::findBuckets;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kRenameCollectionName = "renameCollection";

/// A "database.collection" argument. Errors (server): TypeMismatch, InvalidNamespace.
Result<protocol::Namespace> fullName(const Arguments& arguments, std::string_view field,
                                     bson::ValueView value)
{
    if (value.type() != bson::Type::String) {
        return arguments.wrongType(field, "string");
    }
    auto ns = protocol::Namespace::parse(value.asString());
    if (!ns || ns->collection.empty()) {
        return commandError(ServerCode::InvalidNamespace,
                            "Invalid namespace specified '" + std::string(value.asString()) + "'");
    }
    return *ns;
}

/// Refuses views and time series, which cannot be renamed in MongoDB either.
Result<void> checkRenamable(const protocol::Namespace& from, const catalog::Catalog& catalog)
{
    const auto collection = catalog.find(from);
    const bool isView = collection && collection->shape()->isView();
    if (isView || findBuckets(catalog, from)) {
        return commandError(ServerCode::CommandNotSupportedOnView,
                            "cannot rename view: " + from.text());
    }
    if (collection && collection->shape()->timeSeries) {
        return commandError(ServerCode::IllegalOperation,
                            "Renaming system.buckets collections is not allowed");
    }
    return {};
}

} // namespace

Result<void> runRenameCollection(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const Arguments arguments = commandArguments(kRenameCollectionName, request);
    auto from = fullName(arguments, kRenameCollectionName, request.argument());
    TRY(from);
    auto to = fullName(arguments, "to", arguments.value("to"));
    TRY(to);
    TRY(protocol::checkCollectionName(*to));
    auto dropTarget = arguments.flag("dropTarget", false);
    TRY(dropTarget);
    TRY(checkCollectionUuid(request, *from, context.catalog));
    TRY(checkRenamable(*from, context.catalog));
    TRY(context.catalog.rename(*from, *to, *dropTarget));
    context.cursors.killAll(*from);
    context.cursors.killAll(*to);
    return {};
}

} // namespace sandglass::engine::commands

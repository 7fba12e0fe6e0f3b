// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"

#include <array>
#include <string>
#include <string_view>

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

/// Refuses the collections that the server keeps for itself, as source and as target. A rename
/// would take the users away, or put documents in their place that nobody has checked. Errors
/// (server): IllegalOperation.
Result<void> checkNotOfServer(const protocol::Namespace& ns)
{
    if (ns == catalog::oplogNamespace()) {
        return commandError(ServerCode::IllegalOperation,
                            "can't rename live oplog while replicating");
    }
    if (ns.collection.starts_with("system.buckets.")) {
        return commandError(ServerCode::IllegalOperation,
                            "Renaming system.buckets collections is not allowed");
    }
    constexpr std::array<std::string_view, 5> kFixed{"system.js", "system.roles", "system.users",
                                                     "system.version", "system.views"};
    for (const std::string_view name : kFixed) {
        if (ns.collection == name) {
            std::string text = "renaming ";
            text.append(name).append(" collection or renaming to ").append(name);
            return commandError(ServerCode::IllegalOperation, text.append(" is not allowed"));
        }
    }
    return {};
}

/// Checks the two names, in MongoDB's order. Errors (server): InvalidNamespace, IllegalOperation.
Result<void> checkRenamedNames(const protocol::Namespace& from, const protocol::Namespace& to)
{
    TRY(protocol::checkCollectionName(to));
    TRY(checkNotOfServer(from));
    TRY(checkNotOfServer(to));
    if (catalog::isLogged(from) != catalog::isLogged(to)) {
        return commandError(ServerCode::IllegalOperation,
                            "Cannot rename collections between a replicated and an unreplicated"
                            " database");
    }
    return protocol::checkUserCollection(to);
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
    TRY(checkRenamedNames(*from, *to));
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

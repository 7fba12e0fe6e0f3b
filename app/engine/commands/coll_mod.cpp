// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/index_change.h"
#include "app/engine/commands/parameters.h"

#include <algorithm>
#include <string>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kCollModName = "collMod";
constexpr int kIndexBuildRunning = 12587;

Result<void> checkCollModFields(const Arguments& arguments)
{
    if (auto good = arguments.onlyKnown(
            {kCollModName, "index", "expireAfterSeconds", "validator", "validationLevel",
             "validationAction", "viewOn", "pipeline", "timeseries", "clusteredIndex", "cappedSize",
             "cappedMax", "changeStreamPreAndPostImages", "recordPreImages", "dryRun",
             "timeseriesBucketsMayHaveMixedSchemaData"});
        !good)
        return good;
    const bson::ValueView index = arguments.value("index");
    if (!index.isMissing() && index.type() != bson::Type::Document)
        return arguments.wrongType("index", "object");
    return {};
}

/// The collection-level rule needs a clustered or time-series collection; there are none yet.
/// Source: spec 2.2.
Result<void> refuseCollectionExpiry(const Request& request, const Arguments& arguments)
{
    const bson::ValueView value = request.body["expireAfterSeconds"];
    if (value.isMissing())
        return {};
    if (!value.isNumber() && value.type() != bson::Type::String)
        return arguments.wrongType("expireAfterSeconds", "long");
    if (value.type() == bson::Type::String && value.asString() != "off")
        return commandError(ServerCode::InvalidOptions,
                            "Invalid string value for the 'clusteredIndex::expireAfterSeconds'"
                            " option. Got: '"
                                + std::string(value.asString()) + "'. Accepted value is 'off'");
    return commandError(ServerCode::InvalidOptions,
                        "'expireAfterSeconds' option is only supported on collections clustered by"
                        " _id");
}

Result<void> refuseUnsupportedChange(const Arguments& arguments)
{
    for (const std::string_view field :
         {"validator", "validationLevel", "validationAction", "viewOn", "pipeline", "timeseries",
          "cappedSize", "cappedMax", "changeStreamPreAndPostImages", "dryRun"}) {
        if (!arguments.value(field).isMissing())
            return notSupportedYet("collMod with '" + std::string(field) + "'");
    }
    return {};
}

bool strictNan(const Context& context)
{
    const Parameter* parameter = context.parameters.find("sandglassStrictNaN");
    return !parameter || parameter->get().view().toBool();
}

Result<void> changeIndex(const Context& context, const catalog::Collection& collection,
                         bson::DocumentView index, bson::Builder& reply)
{
    auto change = parseIndexChange(index, strictNan(context));
    if (!change)
        return change.error();
    auto target = findChangedIndex(collection, *change);
    if (!target)
        return target.error();
    catalog::IndexDefinition definition = target->definition;
    if (auto good = checkIndexChange(collection, definition, *change); !good)
        return good;
    if (!applyIndexChange(*change, definition, reply))
        return {};
    return context.catalog.modifyIndex(collection.ns(), definition);
}

} // namespace

Result<void> runCollMod(const Request& request, Context& context, bson::Builder& reply)
{
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    const auto collection = context.catalog.find(*ns);
    if (!collection)
        return commandError(ServerCode::NamespaceNotFound, "ns does not exist");
    if (std::ranges::any_of(collection->indexes(),
                            [](const catalog::IndexInfo& index) { return !index.ready; }))
        return commandError(kIndexBuildRunning,
                            "cannot perform operation: an index build is currently running for"
                            " collection '"
                                + ns->text() + "'");
    const Arguments arguments = commandArguments(kCollModName, request);
    if (auto good = checkCollModFields(arguments); !good)
        return good;
    if (auto good = refuseCollectionExpiry(request, arguments); !good)
        return good;
    if (auto good = refuseUnsupportedChange(arguments); !good)
        return good;
    const bson::ValueView index = arguments.value("index");
    if (index.isMissing())
        return {};
    return changeIndex(context, *collection, index.asDocument(), reply);
}

} // namespace sandglass::engine::commands

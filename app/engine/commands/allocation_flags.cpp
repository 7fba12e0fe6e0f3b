// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/allocation_flags.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/arguments.h"

namespace sandglass::engine::commands {

using request::collectionArgument;
using request::Request;

namespace {

constexpr std::string_view kUsePowerOf2Sizes = "usePowerOf2Sizes";
constexpr std::string_view kFlags = "flags";

/// The document without one of its fields.
bson::Document without(bson::DocumentView document, std::string_view field)
{
    bson::Builder rest;
    for (const bson::Element& element : document) {
        if (element.key != field) {
            rest.append(element.key, element.value);
        }
    }
    return rest.take();
}

Result<void> storeFlag(const catalog::Collection& collection, bool wanted, Context& context)
{
    catalog::CollectionOptions options = collection.options();
    bson::Builder listed;
    listed.appendAll(without(options.listed, kFlags));
    listed.append(kFlags, wanted ? 1 : 0);
    options.listed = listed.take();
    return context.catalog.setOptions(collection.ns(), options);
}

} // namespace

bool changesAllocationFlags(const Request& request, const Context& context)
{
    return !context.facts.atLeast(3, 0) && request.body.contains(kUsePowerOf2Sizes);
}

Result<void> changeAllocationFlags(const Request& request, Context& context, bson::Builder& reply)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    const auto collection = context.catalog.find(*ns);
    if (!collection) {
        return protocol::commandError(protocol::ServerCode::NamespaceNotFound, "ns does not exist");
    }
    const bool before = allocationFlags(*collection, context) == 1;
    const bool wanted = request.body[kUsePowerOf2Sizes].toBool();
    const bson::Document others = without(request.body, kUsePowerOf2Sizes);
    // collMod first: if it refuses the other fields, the flag must not be stored
    Request rest = request;
    rest.body = others;
    TRY(runCollMod(rest, context, reply));
    TRY(storeFlag(*collection, wanted, context));
    reply.append("usePowerOf2Sizes_old", before).append("usePowerOf2Sizes_new", wanted);
    return {};
}

int allocationFlags(const catalog::Collection& collection, const Context& context)
{
    const bson::Document listed = collection.options().listed;
    if (listed.contains(kFlags)) {
        return listed[kFlags].toInt64() % 2 == 0 ? 0 : 1;
    }
    return context.facts.atLeast(2, 6) ? 1 : 0;
}

} // namespace sandglass::engine::commands

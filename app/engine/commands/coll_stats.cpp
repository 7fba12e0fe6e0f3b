// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/allocation_flags.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/reads/collection_stats.h"
#include "app/engine/request/arguments.h"

namespace sandglass::engine::commands {

using plan::refuseView;
using plan::storedNamespace;
using reads::appendCollectionStats;
using reads::scaleArgument;
using request::Arguments;
using request::collectionArgument;
using request::Request;

namespace {

/// Fields about the layout of the data files, which tools for 2.x read. The engine has no extents.
void appendAllocation(const catalog::Collection& collection, const Context& context,
                      bson::Builder& reply)
{
    reply.append("numExtents", std::int32_t{0})
        .append("lastExtentSize", std::int32_t{0})
        .append("paddingFactor", 1.0)
        .append("systemFlags", std::int32_t{1}) // 1: the collection has an index on _id
        .append("userFlags", std::int32_t{allocationFlags(collection, context)});
}

} // namespace

Result<void> runCollStats(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments(request.name, request.body);
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(refuseView(context.catalog, *ns));
    auto scale = scaleArgument(arguments);
    TRY(scale);
    reply.append("ns", ns->text());
    const auto collection = context.catalog.find(storedNamespace(context.catalog, *ns));
    appendCollectionStats(collection, *scale, reply);
    if (collection && !context.facts.atLeast(3, 0)) {
        appendAllocation(*collection, context, reply);
    }
    return {};
}

} // namespace sandglass::engine::commands

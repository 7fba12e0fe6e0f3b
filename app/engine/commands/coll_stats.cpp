// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/collection_stats.h"
#include "app/engine/commands/context.h"

namespace sandglass::engine::commands {

Result<void> runCollStats(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments(request.name, request.body);
    if (auto good = arguments.onlyKnown({request.name, "scale"}); !good)
        return good;
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    auto scale = scaleArgument(arguments);
    if (!scale)
        return scale.error();
    reply.append("ns", ns->text());
    appendCollectionStats(context.catalog.find(*ns), *scale, reply);
    return {};
}

} // namespace sandglass::engine::commands

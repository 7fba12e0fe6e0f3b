// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/cursors.h"

namespace sandglass::engine::commands {

using protocol::ServerCode;

Result<void> runDrop(const Request& request, Context& context, bson::Builder& reply)
{
    if (auto good = commandArguments("drop", request).onlyKnown({"drop", "collectionUUID"}); !good)
        return good;
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    auto dropped = context.catalog.drop(*ns);
    if (!dropped) {
        // since 7.0 dropping what is not there succeeds, without the reply's fields
        if (dropped.error().serverCode == static_cast<int>(ServerCode::NamespaceNotFound))
            return {};
        return dropped.error();
    }
    context.cursors.killAll(*ns);
    reply.append("nIndexesWas", std::int32_t{*dropped}).append("ns", ns->text());
    return {};
}

} // namespace sandglass::engine::commands

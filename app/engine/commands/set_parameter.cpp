// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::commands {

namespace {

/// Fields that any command may carry; all others name parameters here.
constexpr std::array<std::string_view, 11> kGeneric{
    "setParameter",         "$db",       "lsid",        "$clusterTime",
    "$readPreference",      "comment",   "apiVersion",  "apiStrict",
    "apiDeprecationErrors", "maxTimeMS", "writeConcern"};

} // namespace

Result<void> runSetParameter(const Request& request, Context& context, bson::Builder& reply)
{
    bool any = false;
    for (const bson::Element& element : request.body) {
        if (std::find(kGeneric.begin(), kGeneric.end(), element.key) != kGeneric.end())
            continue;
        auto previous = context.parameters.setAtRuntime(element.key, element.value);
        if (!previous)
            return previous.error();
        if (!any)
            reply.append("was", *previous);
        any = true;
        context.log.write({base::Severity::Info,
                           "COMMAND",
                           23435,
                           "conn" + std::to_string(request.connectionId),
                           "Successfully set parameter",
                           {{"parameterName", std::string(element.key)}}});
    }
    if (!any)
        return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                      "no option found to set, use help:true to see options ");
    return {};
}

} // namespace sandglass::engine::commands

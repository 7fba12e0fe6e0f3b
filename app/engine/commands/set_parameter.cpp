// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::commands {

using request::Request;

namespace {

/// Fields that every command accepts. All others are names of parameters.
constexpr std::array<std::string_view, 12> kGeneric{
    "setParameter",         "$db",       "lsid",         "$clusterTime",
    "$readPreference",      "comment",   "apiVersion",   "apiStrict",
    "apiDeprecationErrors", "maxTimeMS", "writeConcern", "readConcern"};

bool namesParameter(std::string_view field)
{
    return std::ranges::find(kGeneric, field) == kGeneric.end();
}

/// Checks all names before the first value is set. Errors (server): InvalidOptions.
Result<void> checkNames(const Request& request, const ParameterTable& parameters)
{
    bool any = false;
    for (const bson::Element& element : request.body) {
        if (!namesParameter(element.key)) {
            continue;
        }
        TRY(parameters.settableAtRuntime(element.key));
        any = true;
    }
    if (!any) {
        return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                      "no option found to set, use help:true to see options ");
    }
    return {};
}

} // namespace

Result<void> runSetParameter(const Request& request, Context& context, bson::Builder& reply)
{
    TRY(checkNames(request, context.parameters));
    bool any = false;
    for (const bson::Element& element : request.body) {
        if (!namesParameter(element.key)) {
            continue;
        }
        auto previous = context.parameters.setAtRuntime(element.key, element.value);
        TRY(previous);
        if (!any) {
            reply.append("was", *previous);
        }
        any = true;
        context.log.write({base::Severity::Info,
                           "COMMAND",
                           23435,
                           "conn" + std::to_string(request.connectionId),
                           "Successfully set parameter",
                           {{"parameterName", std::string(element.key)}}});
    }
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/need.h"
#include "app/engine/commands/user_arguments.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using access::Action;
using access::Privilege;
using access::RoleName;
using request::Arguments;
using request::Request;

namespace {

/// The roles that are asked for, also those that do not exist.
Result<std::vector<RoleName>> askedRoles(const Request& request)
{
    std::vector<RoleName> roles;
    const bson::ValueView argument = request.argument();
    if (argument.isNumber()) {
        auto builtin = Arguments("rolesInfo", request.body).flag("showBuiltinRoles", false);
        TRY(builtin);
        // without the flag those that users have made: none
        if (*builtin) {
            for (const std::string_view name : access::rolesOf(request.database)) {
                roles.push_back({std::string(name), request.database});
            }
        }
        return roles;
    }
    if (argument.type() != bson::Type::Array) {
        auto role = roleOf(argument, request.database);
        TRY(role);
        roles.push_back(*std::move(role));
        return roles;
    }
    for (const bson::Element& element : argument.asDocument()) {
        auto role = roleOf(element.value, request.database);
        TRY(role);
        roles.push_back(*std::move(role));
    }
    return roles;
}

/// Everybody may see the roles that they have; others only who may see the roles of their
/// databases. Errors (server): Unauthorized. Source: MongoDB manual, View Roles.
Result<void> checkMaySeeRoles(const std::vector<RoleName>& asked, const Request& request,
                              const Context& context)
{
    std::vector<Privilege> wanted;
    if (request.argument().isNumber()) {
        wanted.push_back({Action::ViewRole, {request.database, {}}});
    } else {
        const std::vector<RoleName> own = context.access.rolesOf(request.connectionId);
        for (const RoleName& role : asked) {
            if (std::ranges::find(own, role) == own.end()) {
                wanted.push_back({Action::ViewRole, {role.database, {}}});
            }
        }
    }
    if (context.access.allows(request.connectionId, wanted)) {
        return {};
    }
    return notAuthorized(request, "rolesInfo");
}

} // namespace

// Differs from MongoDB: all roles are built in, and showPrivileges is true or false.
Result<void> runRolesInfo(const Request& request, Context& context, bson::Builder& reply)
{
    auto roles = askedRoles(request);
    TRY(roles);
    TRY(checkMaySeeRoles(*roles, request, context));
    const bson::ValueView privileges = request.body["showPrivileges"];
    if (privileges.type() == bson::Type::String) {
        return request::notSupportedYet("The value asUserFragment of showPrivileges");
    }
    reply.beginArray("roles");
    for (const RoleName& role : *roles) {
        if (!access::roleExists(role)) {
            continue;
        }
        reply.pushDocument()
            .append("_id", role.database + "." + role.role)
            .append("role", role.role)
            .append("db", role.database)
            .append("isBuiltin", true);
        reply.beginArray("roles").end();
        reply.beginArray("inheritedRoles").end();
        if (privileges.toBool()) {
            appendPrivileges("privileges", {role}, reply);
            appendPrivileges("inheritedPrivileges", {role}, reply);
        }
        reply.end();
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands

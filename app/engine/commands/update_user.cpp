// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/user_arguments.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace sandglass::engine::commands {

using access::RoleName;
using access::User;
using access::UserName;
using protocol::commandError;
using protocol::ServerCode;
using request::Request;

namespace {

/// What changes in a user's document; what is unset stays.
struct UserChange
{
    std::optional<access::ScramCredential> credential = {};
    std::optional<bson::Document> customData = {};
    std::optional<std::vector<RoleName>> roles = {};
};

/// The document with the changes, its fields in their order; new data come last.
bson::Document changedDocument(const User& user, const UserChange& change)
{
    bson::Builder changed;
    for (const bson::Element& element : user.stored.view()) {
        if (element.key == "credentials" && change.credential) {
            changed.append("credentials",
                           bson::makeDocument(access::kMechanism, toDocument(*change.credential)));
        } else if (element.key == "customData" && change.customData) {
            changed.append("customData", *change.customData);
        } else if (element.key == "roles" && change.roles) {
            changed.appendArray("roles", access::toArray(*change.roles));
        } else {
            changed.append(element.key, element.value);
        }
    }
    if (change.customData && !user.stored.contains("customData")) {
        changed.append("customData", *change.customData);
    }
    return changed.take();
}

/// Changes the roles of the user that the command names by those of its argument.
Result<void>
changeRoles(const Request& request, Context& context,
            const std::function<std::vector<RoleName>(std::vector<RoleName> before,
                                                      const std::vector<RoleName>& named)>& merge)
{
    auto name = userArgument(request);
    TRY(name);
    auto named = rolesArgument(request);
    TRY(named);
    if (named->empty()) {
        return commandError(ServerCode::BadValue,
                            request.name + " command requires a non-empty \"roles\" array");
    }
    return context.access.users().change(*name, [&](const User& user) -> Result<bson::Document> {
        UserChange change;
        change.roles = merge(user.roles, *named);
        return changedDocument(user, change);
    });
}

} // namespace

Result<void> runUpdateUser(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    auto name = userArgument(request);
    TRY(name);
    TRY(refuseRestrictions(request));
    UserChange change;
    auto credential = passwordArgument(request);
    TRY(credential);
    change.credential = std::move(*credential);
    if (request.body["customData"].type() == bson::Type::Document) {
        change.customData = bson::Document(request.body["customData"].asDocument());
    }
    if (!request.body["roles"].isNullish()) {
        auto roles = rolesArgument(request);
        TRY(roles);
        change.roles = std::move(*roles);
    }
    // the only mechanism is the one that the user has
    const bool mechanisms = !request.body["mechanisms"].isNullish();
    if (!change.credential && !change.customData && !change.roles && !mechanisms) {
        return commandError(ServerCode::BadValue,
                            "Must specify at least one field to update in updateUser");
    }
    return context.access.users().change(*name, [&](const User& user) -> Result<bson::Document> {
        return changedDocument(user, change);
    });
}

Result<void> runGrantRoles(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    return changeRoles(request, context,
                       [](std::vector<RoleName> roles, const std::vector<RoleName>& named) {
                           for (const RoleName& role : named) {
                               if (std::ranges::find(roles, role) == roles.end()) {
                                   roles.push_back(role);
                               }
                           }
                           return roles;
                       });
}

Result<void> runRevokeRoles(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    return changeRoles(request, context,
                       [](std::vector<RoleName> roles, const std::vector<RoleName>& named) {
                           std::erase_if(roles, [&](const RoleName& role) {
                               return std::ranges::find(named, role) != named.end();
                           });
                           return roles;
                       });
}

} // namespace sandglass::engine::commands

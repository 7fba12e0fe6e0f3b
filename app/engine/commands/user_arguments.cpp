// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/user_arguments.h"

#include "app/engine/access/sasl_prep.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using access::RoleName;
using access::ScramCredential;
using access::UserName;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::Request;

namespace {

constexpr int kRoleNotFound = 31;

Error badValue(const std::string& text)
{
    return commandError(ServerCode::BadValue, text);
}

/// The argument `mechanisms` may name SCRAM-SHA-256 alone.
Result<void> checkMechanisms(const Request& request)
{
    const bson::ValueView mechanisms = request.body["mechanisms"];
    if (mechanisms.isNullish()) {
        return {};
    }
    if (mechanisms.asDocument().empty()) {
        return badValue("mechanisms field must not be empty");
    }
    for (const bson::Element& element : mechanisms.asDocument()) {
        if (element.value.asString() != access::kMechanism) {
            return badValue("This server has no mechanism '" + std::string(element.value.asString())
                            + "' for passwords, only SCRAM-SHA-256");
        }
    }
    return {};
}

} // namespace

Result<UserName> userArgument(const Request& request)
{
    if (request.argument().type() != bson::Type::String) {
        return Arguments(request.name, request.body).wrongType(request.name, "string");
    }
    UserName name{std::string(request.argument().asString()), request.database};
    if (name.user.empty()) {
        return badValue("User document needs 'user' field to be non-empty");
    }
    if (name.user.find('\0') != std::string::npos) {
        return badValue("Username cannot contain NULL characters");
    }
    return name;
}

Result<RoleName> roleOf(bson::ValueView value, const std::string& database)
{
    if (value.type() == bson::Type::String) {
        return RoleName{std::string(value.asString()), database};
    }
    const bson::DocumentView fields = value.asDocument();
    if (value.type() != bson::Type::Document || fields["role"].type() != bson::Type::String
        || fields["db"].type() != bson::Type::String) {
        return badValue("Role names must be either strings or objects");
    }
    return RoleName{std::string(fields["role"].asString()), std::string(fields["db"].asString())};
}

Result<std::vector<RoleName>> rolesArgument(const Request& request)
{
    std::vector<RoleName> roles;
    for (const bson::Element& element : request.body["roles"].asDocument()) {
        auto role = roleOf(element.value, request.database);
        TRY(role);
        if (!access::roleExists(*role)) {
            return commandError(kRoleNotFound,
                                "Could not find role: " + role->role + "@" + role->database);
        }
        if (std::ranges::find(roles, *role) == roles.end()) {
            roles.push_back(*std::move(role));
        }
    }
    return roles;
}

Result<std::optional<ScramCredential>> passwordArgument(const Request& request)
{
    const Arguments arguments(request.name, request.body);
    TRY(checkMechanisms(request));
    auto password = arguments.text("pwd");
    TRY(password);
    if (!*password) {
        return std::optional<ScramCredential>();
    }
    auto digests = arguments.flag("digestPassword", true);
    TRY(digests);
    if (!*digests) {
        return badValue("Use of SCRAM-SHA-256 requires undigested passwords");
    }
    if ((*password)->empty()) {
        return badValue("Password cannot be empty");
    }
    auto prepared = access::saslPrep(**password);
    TRY(prepared);
    std::optional<ScramCredential> credential = access::newCredential(*prepared);
    access::wipe(*prepared);
    return credential;
}

Result<void> refuseRestrictions(const Request& request)
{
    const bson::ValueView restrictions = request.body["authenticationRestrictions"];
    if (!restrictions.isNullish() && !restrictions.asDocument().empty()) {
        return request::notSupportedYet("The field authenticationRestrictions");
    }
    return {};
}

namespace {

/// A privilege as replies show it: {resource, actions}.
bson::Document privilegeOf(const access::Grant& grant)
{
    bson::Builder privilege;
    privilege.append("resource",
                     grant.isCluster ? bson::makeDocument("cluster", true)
                                     : bson::makeDocument("db", grant.resource.database,
                                                          "collection", grant.resource.collection));
    privilege.beginArray("actions");
    for (std::size_t at = 0; at < access::kActions; ++at) {
        const auto action = static_cast<access::Action>(at);
        if (grant.actions.has(action)) {
            privilege.push(access::actionName(action));
        }
    }
    return privilege.take();
}

} // namespace

void appendPrivileges(std::string_view field, const std::vector<RoleName>& roles,
                      bson::Builder& reply)
{
    reply.beginArray(field);
    for (const RoleName& role : roles) {
        for (const access::Grant& grant : access::grantsOf(role)) {
            reply.push(privilegeOf(grant));
        }
    }
    reply.end();
}

// No role is made of others, so those that a user has inherited are the user's own.
void appendInherited(const std::vector<RoleName>& roles, bson::Builder& reply)
{
    reply.appendArray("inheritedRoles", access::toArray(roles));
    appendPrivileges("inheritedPrivileges", roles, reply);
}

} // namespace sandglass::engine::commands

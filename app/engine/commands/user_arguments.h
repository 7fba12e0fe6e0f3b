// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/access/user.h"
#include "app/engine/request/request.h"

#include <optional>
#include <vector>

namespace sandglass::engine::commands {

// The arguments that the commands on users have in common. Any thread.

/// The user that a command names in its own field, of the command's database. Errors (server):
/// TypeMismatch; BadValue for an empty name.
Result<access::UserName> userArgument(const request::Request& request);
/// The roles of the argument `roles`: names, or {role, db}. Each stands once, in the order given.
/// Errors (server): BadValue for another type, RoleNotFound.
Result<std::vector<access::RoleName>> rolesArgument(const request::Request& request);
/// A role of the command's database by its name, or {role, db}. Errors (server): BadValue.
Result<access::RoleName> roleOf(bson::ValueView value, const std::string& database);
/// The credential of the argument `pwd`; nullopt when it is absent. Slow on purpose. Errors
/// (server): BadValue for an empty password, one that cannot be prepared, and for other mechanisms
/// than SCRAM-SHA-256.
Result<std::optional<access::ScramCredential>> passwordArgument(const request::Request& request);
/// Refuses arguments that MongoDB has and this engine has not. Errors (server):
/// CommandNotSupported.
Result<void> refuseRestrictions(const request::Request& request);

/// Appends the fields inheritedRoles and inheritedPrivileges of a list of roles.
void appendInherited(const std::vector<access::RoleName>& roles, bson::Builder& reply);
/// Appends the privileges of roles as an array [{resource, actions}].
void appendPrivileges(std::string_view field, const std::vector<access::RoleName>& roles,
                      bson::Builder& reply);

} // namespace sandglass::engine::commands

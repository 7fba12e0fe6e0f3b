// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/access/roles.h"
#include "app/engine/access/scram_credential.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::access {

/// Names a user: two databases may have users of the same name.
struct UserName
{
    std::string user;
    std::string database; ///< where the user was created and logs in

    /// The _id of the user's document: "shop.anna".
    std::string id() const { return database + "." + user; }
    /// For messages: "anna@shop".
    std::string text() const { return user + "@" + database; }

    auto operator<=>(const UserName&) const = default;
};

/// A user as admin.system.users has it.
struct User
{
    UserName name;
    std::vector<std::uint8_t> id; ///< another one for a later user of that name; empty: none
    bson::Document stored; ///< the whole document, with what has no meaning here
    std::vector<RoleName> roles;
    std::optional<ScramCredential> credential; ///< nullopt: none for SCRAM-SHA-256, or damaged
};

/// Reads a document of admin.system.users.
User userFrom(bson::DocumentView stored);
/// The roles of an array [{role, db}], as it is stored; other elements are left out.
std::vector<RoleName> rolesFrom(bson::DocumentView array);
/// The roles as such an array.
bson::Document toArray(const std::vector<RoleName>& roles);
/// The document of a new user with a new userId. `customData`: empty for none.
bson::Document newUserDocument(const UserName& name, const ScramCredential& credential,
                               const std::vector<RoleName>& roles, bson::DocumentView customData);

} // namespace sandglass::engine::access

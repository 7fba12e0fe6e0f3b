// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/access/privilege.h"

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::access {

/// A role of a database: "readWrite" of "shop".
struct RoleName
{
    std::string role;
    std::string database;

    auto operator<=>(const RoleName&) const = default;
};

/// Some actions on some resources, as usersInfo and connectionStatus list them. An empty name means
/// each one; both empty: see `isCluster`.
struct Grant
{
    Resource resource;
    bool isCluster = false;
    ActionSet actions;
};

// All roles are built in. Any thread. Source: MongoDB manual, Built-In Roles.

/// Whether there is such a role. Roles that reach all databases are those of "admin" alone.
bool roleExists(const RoleName& role);
/// The names of all roles of a database, sorted.
std::vector<std::string_view> rolesOf(std::string_view database);
/// Whether one of these roles allows it.
bool allows(std::span<const RoleName> roles, const Privilege& wanted);
/// Whether one of these roles allows anything at all on a database.
bool reaches(std::span<const RoleName> roles, std::string_view database);
/// What a role allows.
std::vector<Grant> grantsOf(const RoleName& role);

} // namespace sandglass::engine::access

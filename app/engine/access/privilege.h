// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/access/action.h"

#include <string>

namespace sandglass::engine::access {

/// The resource that an action applies to.
struct Resource
{
    std::string database; ///< empty: the server as a whole
    std::string collection; ///< empty: the database as a whole

    auto operator<=>(const Resource&) const = default;
};

/// No database has this name. An action on it is allowed by the roles that reach all ordinary
/// databases, and by no others.
inline constexpr const char* kEveryDatabase = "$every";

/// An action on a resource: what a command needs.
struct Privilege
{
    Action action = Action::Find;
    Resource resource;
};

} // namespace sandglass::engine::access

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandglass::ttl {

/// What a privilege is granted on.
enum class PrivilegeScope { Collection, Database, Cluster };

/// What a user needs to run a command.
struct Privilege
{
    std::string_view command; ///< "listCollections", or a stage: "$indexStats"
    std::string_view action; ///< of MongoDB's access control: "listCollections"
    PrivilegeScope scope = PrivilegeScope::Collection;
    std::string_view role; ///< the least built-in role that has the action: "read"
};

/// The privilege that a command needs; null for a command that is not in the table, or needs none.
/// Any thread.
const Privilege* privilegeFor(std::string_view command);
/// The privilege with that action; null when the table has none.
const Privilege* privilegeOfAction(std::string_view action);

/// Whether an error means that the user lacks a privilege, or may not do it with this connection
/// (NotPermitted; Unauthorized).
bool isRefusal(const Error& error);

/// What a server has refused, as far as its message shows.
struct Refusal
{
    const Privilege* privilege = nullptr; ///< null: the message names no known command
    std::string database; ///< empty: not named
    bool needsLogin = false; ///< nobody is logged in
};

/// Reads the refusal of a server (Unauthorized); nullopt for any other error. Pure; any thread.
std::optional<Refusal> refusalOf(const Error& error);

} // namespace sandglass::ttl

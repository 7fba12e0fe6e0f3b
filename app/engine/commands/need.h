// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/access/privilege.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::commands {

struct Command;

/// Who may run a command at all.
enum class Level {
    Everybody, ///< before a login, too
    LoggedIn, ///< whatever the roles
    Allowed, ///< whose roles allow the privileges
};

/// The resource that the action of a need applies to.
enum class Target {
    Collection, ///< the one that the command names in its own field
    Database, ///< the command's
    Server,
    ByArguments, ///< see Need::collect
};

/// What a client must be allowed to do for a command. One row of the table in needs.h.
struct Need
{
    /// Appends the privileges that a request needs. An invalid argument, which the command will
    /// refuse, adds none or more than necessary.
    using Collect
        = void (*)(const request::Request& request, std::vector<access::Privilege>& wanted);

    std::string_view command; ///< MongoDB's spelling, as in the command table
    Level level = Level::Allowed;
    Target target = Target::Server;
    access::Action action = access::Action::Find; ///< not used with Target::ByArguments
    Collect collect = nullptr; ///< with Target::ByArguments only
};

/// The privileges that a request for this command needs; only for Level::Allowed. Any thread.
std::vector<access::Privilege> privilegesFor(const Command& command,
                                             const request::Request& request);

/// What a command answers that finds out by itself that its user may not execute it in this way.
/// Pure; any thread. A server's error: Unauthorized.
base::Error notAuthorized(const request::Request& request, std::string_view command);

// The functions for Need::collect, one for each command whose arguments decide. A command that
// names other collections (in $lookup, $out, viewOn, …) needs what it does there as well.

/// Source: MongoDB manual, Privilege Actions, for this and the functions below.
void needsOfAggregate(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Each statement on its own collection.
void needsOfBulkWrite(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Also reading the sources of the view's new definition.
void needsOfCollMod(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Also reading the sources of a view.
void needsOfCreate(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Also granting each role.
void needsOfCreateUser(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Seeing all operations, unless the own ones are asked for.
void needsOfCurrentOp(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Also dropping all users, for the database that holds them.
void needsOfDropDatabase(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Those of the command that is explained.
void needsOfExplain(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Find, and update or remove, and insert for an upsert.
void needsOfFindAndModify(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Find on the cursor's collection. The command itself checks who has opened the cursor.
void needsOfGetMore(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Granting on the database of each role.
void needsOfGrant(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Of both collections.
void needsOfRename(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Revoking on the database of each role.
void needsOfRevoke(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Update, and insert for an upsert.
void needsOfUpdate(const request::Request& request, std::vector<access::Privilege>& wanted);
/// Changing each property that is given.
void needsOfUpdateUser(const request::Request& request, std::vector<access::Privilege>& wanted);

} // namespace sandglass::engine::commands

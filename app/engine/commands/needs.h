// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/commands/need.h"

#include <array>

// Who may run each command. Only table.cpp includes this file.

/// The list below: one row for each command, in the order of the command table.
/// Source: MongoDB manual, Privilege Actions.
namespace sandglass::engine::commands::needs {

using access::Action;

/// Before a login, too.
constexpr Need everybody(std::string_view command)
{
    return {command, Level::Everybody};
}

/// After a login, whatever the roles.
constexpr Need loggedIn(std::string_view command)
{
    return {command, Level::LoggedIn};
}

/// The action on the collection that the command names in its own field.
constexpr Need onCollection(std::string_view command, Action action)
{
    return {command, Level::Allowed, Target::Collection, action};
}

/// The action on the command's database as a whole.
constexpr Need onDatabase(std::string_view command, Action action)
{
    return {command, Level::Allowed, Target::Database, action};
}

/// The action on the server as a whole.
constexpr Need onServer(std::string_view command, Action action)
{
    return {command, Level::Allowed, Target::Server, action};
}

/// What the arguments say.
constexpr Need byArguments(std::string_view command, Need::Collect collect)
{
    return {command, Level::Allowed, Target::ByArguments, Action::Find, collect};
}

inline constexpr auto kNeeds = std::to_array<Need>({
    loggedIn("abortTransaction"),
    byArguments("aggregate", needsOfAggregate),
    onServer("applyOps", Action::ApplyOps),
    everybody("authenticate"),
    loggedIn("availableQueryOptions"),
    everybody("buildInfo"),
    byArguments("bulkWrite", needsOfBulkWrite),
    byArguments("collMod", needsOfCollMod),
    onCollection("collStats", Action::CollStats),
    loggedIn("commitTransaction"),
    onCollection("compact", Action::Compact),
    onServer("configureFailPoint", Action::SetParameter),
    onServer("connPoolStats", Action::ConnPoolStats),
    loggedIn("connectionStatus"),
    onCollection("convertToCapped", Action::ConvertToCapped),
    onCollection("count", Action::Find),
    byArguments("create", needsOfCreate),
    onCollection("createIndexes", Action::CreateIndex),
    byArguments("createUser", needsOfCreateUser),
    byArguments("currentOp", needsOfCurrentOp),
    onDatabase("dbStats", Action::DbStats),
    onCollection("delete", Action::Remove),
    onCollection("distinct", Action::Find),
    onCollection("drop", Action::DropCollection),
    onDatabase("dropAllUsersFromDatabase", Action::DropUser),
    byArguments("dropDatabase", needsOfDropDatabase),
    onCollection("dropIndexes", Action::DropIndex),
    onDatabase("dropUser", Action::DropUser),
    loggedIn("endSessions"),
    byArguments("explain", needsOfExplain),
    loggedIn("features"),
    onCollection("find", Action::Find),
    byArguments("findAndModify", needsOfFindAndModify),
    onServer("fsync", Action::Fsync),
    onServer("fsyncUnlock", Action::Unlock),
    onServer("getCmdLineOpts", Action::GetCmdLineOpts),
    onServer("getDefaultRWConcern", Action::GetDefaultRWConcern),
    onServer("getDiagnosticData", Action::ServerStatus),
    loggedIn("getLastError"),
    onServer("getLog", Action::GetLog),
    byArguments("getMore", needsOfGetMore),
    onServer("getParameter", Action::GetParameter),
    loggedIn("getPrevError"),
    loggedIn("getnonce"),
    byArguments("grantRolesToUser", needsOfGrant),
    everybody("hello"),
    onServer("hostInfo", Action::HostInfo),
    onCollection("insert", Action::Insert),
    everybody("isMaster"),
    onServer("killAllSessions", Action::KillAnySession),
    onServer("killAllSessionsByPattern", Action::KillAnySession),
    loggedIn("killCursors"), // the command checks whose they are
    loggedIn("killOp"), // everybody may end the own operations; the command checks the rest
    onServer("killSessions", Action::KillAnySession),
    onDatabase("listCollections", Action::ListCollections),
    loggedIn("listCommands"),
    loggedIn("listDatabases"), // the command lists only what the roles reach
    onCollection("listIndexes", Action::ListIndexes),
    loggedIn("logout"),
    everybody("ping"),
    onDatabase("profile", Action::EnableProfiler),
    onCollection("reIndex", Action::ReIndex),
    loggedIn("refreshSessions"),
    byArguments("renameCollection", needsOfRename),
    onServer("replSetGetConfig", Action::ReplSetGetConfig),
    onServer("replSetGetStatus", Action::ReplSetGetStatus),
    onServer("replSetInitiate", Action::ReplSetConfigure),
    loggedIn("resetError"),
    byArguments("revokeRolesFromUser", needsOfRevoke),
    loggedIn("rolesInfo"), // everybody may ask for the own roles; the command checks the rest
    onServer("sandglassCheckpoint", Action::SandglassCheckpoint),
    onServer("sandglassPutBack", Action::SandglassPutBack),
    everybody("saslContinue"),
    everybody("saslStart"),
    onServer("serverStatus", Action::ServerStatus),
    onServer("setDefaultRWConcern", Action::SetDefaultRWConcern),
    onServer("setParameter", Action::SetParameter),
    onServer("setUserWriteBlockMode", Action::SetUserWriteBlockMode),
    loggedIn("startSession"),
    onServer("top", Action::Top),
    byArguments("update", needsOfUpdate),
    byArguments("updateUser", needsOfUpdateUser),
    loggedIn("usersInfo"), // everybody may ask for the own entry; the command checks the rest
    onCollection("validate", Action::Validate),
    loggedIn("whatsmyuri"),
});

} // namespace sandglass::engine::commands::needs

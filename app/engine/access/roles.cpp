// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/roles.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::access {

namespace {

/// The databases that a role reaches.
enum class Reach {
    Own, ///< the one that it belongs to
    Any, ///< all but "local" and "config"; a role of "admin"
    All, ///< all; a role of "admin"
};

/// A role. The sets are for: ordinary collections and the database itself; system.js;
/// system.profile; other collections of the system; the server as a whole.
struct Role
{
    std::string_view name;
    Reach reach = Reach::Own;
    ActionSet ordinary;
    ActionSet scripts;
    ActionSet profile;
    ActionSet system;
    ActionSet server;
};

ActionSet readActions()
{
    return {Action::Find,        Action::ChangeStream, Action::CollStats,
            Action::DbStats,     Action::KillCursors,  Action::ListCollections,
            Action::ListIndexes, Action::PlanCacheRead};
}

ActionSet writeActions()
{
    return readActions()
        | ActionSet{
            Action::Insert,           Action::Update,          Action::Remove,
            Action::CreateCollection, Action::DropCollection,  Action::CreateIndex,
            Action::DropIndex,        Action::ConvertToCapped, Action::RenameCollectionSameDb};
}

ActionSet administerActions()
{
    return {Action::BypassDocumentValidation,
            Action::CollMod,
            Action::CollStats,
            Action::Compact,
            Action::ConvertToCapped,
            Action::CreateCollection,
            Action::CreateIndex,
            Action::DbStats,
            Action::DropCollection,
            Action::DropDatabase,
            Action::DropIndex,
            Action::EnableProfiler,
            Action::IndexStats,
            Action::ListCollections,
            Action::ListIndexes,
            Action::PlanCacheRead,
            Action::ReIndex,
            Action::RenameCollectionSameDb,
            Action::Validate};
}

ActionSet profileActions()
{
    return readActions()
        | ActionSet{Action::CreateCollection, Action::DropCollection, Action::ConvertToCapped,
                    Action::IndexStats};
}

ActionSet userActions()
{
    return {Action::ChangeCustomData, Action::ChangePassword, Action::CreateUser, Action::DropUser,
            Action::GrantRole,        Action::RevokeRole,     Action::ViewRole,   Action::ViewUser};
}

ActionSet monitorActions()
{
    return {Action::ConnPoolStats,
            Action::GetCmdLineOpts,
            Action::GetDefaultRWConcern,
            Action::GetLog,
            Action::GetParameter,
            Action::HostInfo,
            Action::Inprog,
            Action::ListDatabases,
            Action::ListSessions,
            Action::ReplSetGetConfig,
            Action::ReplSetGetStatus,
            Action::ServerStatus,
            Action::Top};
}

ActionSet everyAction()
{
    ActionSet all;
    for (std::size_t at = 0; at < kActions; ++at) {
        all = all | ActionSet{static_cast<Action>(at)};
    }
    return all;
}

/// Sorted by name.
const std::array<Role, 13>& roleTable()
{
    static const ActionSet kRead = readActions();
    static const ActionSet kWrite = writeActions();
    static const ActionSet kAdminister = administerActions();
    static const ActionSet kProfile = profileActions();
    static const ActionSet kUsers = userActions();
    static const ActionSet kMonitor = monitorActions();
    static const ActionSet kAll = everyAction();
    static const ActionSet kStats{Action::CollStats, Action::DbStats, Action::IndexStats};
    static const ActionSet kListed{Action::ListDatabases};
    static const ActionSet kNone;
    static const std::array<Role, 13> kRoles{
        Role{"backup", Reach::All, kRead, kRead, kRead, kRead,
             kListed | ActionSet{Action::ServerStatus, Action::GetParameter}},
        Role{"clusterMonitor", Reach::All, kStats, kNone, kRead | kStats, kNone, kMonitor},
        Role{"dbAdmin", Reach::Own, kAdminister, kNone, kProfile, kNone, kNone},
        Role{"dbAdminAnyDatabase", Reach::Any, kAdminister, kNone, kProfile, kNone, kListed},
        Role{"dbOwner", Reach::Own, kWrite | kAdminister | kUsers, kWrite, kProfile, kNone, kNone},
        Role{"hostManager",
             Reach::All,
             {Action::KillAnyCursor, Action::KillCursors},
             kNone,
             kNone,
             kNone,
             {Action::ConnPoolStats, Action::Fsync, Action::KillAnySession, Action::KillOp,
              Action::SetParameter, Action::Unlock}},
        Role{"read", Reach::Own, kRead, kRead, kNone, kNone, kNone},
        Role{"readAnyDatabase", Reach::Any, kRead, kRead, kNone, kNone, kListed},
        Role{"readWrite", Reach::Own, kWrite, kWrite, kNone, kNone, kNone},
        Role{"readWriteAnyDatabase", Reach::Any, kWrite, kWrite, kNone, kNone, kListed},
        Role{"root", Reach::All, kAll, kAll, kAll, kAll, kAll},
        Role{"userAdmin", Reach::Own, kUsers, kNone, kNone, kNone, kNone},
        Role{"userAdminAnyDatabase", Reach::Any, kUsers, kNone, kNone, kNone, kListed},
    };
    return kRoles;
}

const Role* findRole(const RoleName& wanted)
{
    const auto& table = roleTable();
    const auto* found = std::ranges::find(table, wanted.role, &Role::name);
    const bool fits = found != table.end() && !wanted.database.empty()
        && (found->reach == Reach::Own || wanted.database == "admin");
    return fits ? found : nullptr;
}

bool covers(const Role& role, std::string_view home, std::string_view database)
{
    switch (role.reach) {
    case Reach::Own:
        return home == database;
    case Reach::Any:
        return database != "local" && database != "config";
    case Reach::All:
        break;
    }
    return true;
}

const ActionSet& actionsOn(const Role& role, std::string_view collection)
{
    if (!collection.starts_with("system.")) {
        return role.ordinary;
    }
    return collection == "system.js"     ? role.scripts
        : collection == "system.profile" ? role.profile
                                         : role.system;
}

} // namespace

bool roleExists(const RoleName& role)
{
    return findRole(role) != nullptr;
}

std::vector<std::string_view> rolesOf(std::string_view database)
{
    std::vector<std::string_view> names;
    for (const Role& role : roleTable()) {
        if (role.reach == Reach::Own || database == "admin") {
            names.push_back(role.name);
        }
    }
    return names;
}

bool allows(std::span<const RoleName> roles, const Privilege& wanted)
{
    const Resource& resource = wanted.resource;
    return std::ranges::any_of(roles, [&](const RoleName& name) {
        const Role* role = findRole(name);
        if (role == nullptr) {
            return false; // of a later version, or taken from a dump
        }
        if (resource.database.empty()) {
            return role->server.has(wanted.action);
        }
        return covers(*role, name.database, resource.database)
            && actionsOn(*role, resource.collection).has(wanted.action);
    });
}

bool reaches(std::span<const RoleName> roles, std::string_view database)
{
    return std::ranges::any_of(roles, [&](const RoleName& name) {
        const Role* role = findRole(name);
        return role != nullptr && covers(*role, name.database, database);
    });
}

std::vector<Grant> grantsOf(const RoleName& name)
{
    const Role* role = findRole(name);
    if (role == nullptr) {
        return {};
    }
    const std::string database = role->reach == Reach::Own ? name.database : std::string();
    std::vector<Grant> grants;
    const auto add = [&](std::string collection, const ActionSet& actions) {
        if (!actions.empty()) {
            grants.push_back({{database, std::move(collection)}, false, actions});
        }
    };
    add("", role->ordinary);
    add("system.js", role->scripts);
    add("system.profile", role->profile);
    if (!role->server.empty()) {
        grants.push_back({{}, true, role->server});
    }
    return grants;
}

} // namespace sandglass::engine::access

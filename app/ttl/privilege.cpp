// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/privilege.h"

#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>

namespace sandglass::ttl {

namespace {

// Atlas refuses in this code, which it calls AtlasError.
constexpr int kAtlasError = 8000;

// In the order of the alphabet. Of several roles, the one with the fewest other rights is named.
// Source: MongoDB manual, Built-In Roles.
constexpr std::array<Privilege, 26> kPrivileges{{
    {"$collStats", "collStats", PrivilegeScope::Collection, "read"},
    {"$indexStats", "indexStats", PrivilegeScope::Collection, "clusterMonitor"},
    {"aggregate", "find", PrivilegeScope::Collection, "read"},
    {"collMod", "collMod", PrivilegeScope::Collection, "dbAdmin"},
    {"collStats", "collStats", PrivilegeScope::Collection, "read"},
    {"count", "find", PrivilegeScope::Collection, "read"},
    {"create", "createCollection", PrivilegeScope::Collection, "readWrite"},
    {"createIndexes", "createIndex", PrivilegeScope::Collection, "readWrite"},
    {"currentOp", "inprog", PrivilegeScope::Cluster, "clusterMonitor"},
    {"dbStats", "dbStats", PrivilegeScope::Database, "read"},
    {"delete", "remove", PrivilegeScope::Collection, "readWrite"},
    {"distinct", "find", PrivilegeScope::Collection, "read"},
    {"dropDatabase", "dropDatabase", PrivilegeScope::Database, "dbAdmin"},
    {"dropIndexes", "dropIndex", PrivilegeScope::Collection, "readWrite"},
    {"find", "find", PrivilegeScope::Collection, "read"},
    {"getParameter", "getParameter", PrivilegeScope::Cluster, "clusterMonitor"},
    {"hostInfo", "hostInfo", PrivilegeScope::Cluster, "clusterMonitor"},
    {"insert", "insert", PrivilegeScope::Collection, "readWrite"},
    {"listCollections", "listCollections", PrivilegeScope::Database, "read"},
    {"listDatabases", "listDatabases", PrivilegeScope::Cluster, "clusterMonitor"},
    {"listIndexes", "listIndexes", PrivilegeScope::Collection, "read"},
    {"replSetGetStatus", "replSetGetStatus", PrivilegeScope::Cluster, "clusterMonitor"},
    {"serverStatus", "serverStatus", PrivilegeScope::Cluster, "clusterMonitor"},
    {"setParameter", "setParameter", PrivilegeScope::Cluster, "hostManager"},
    {"top", "top", PrivilegeScope::Cluster, "clusterMonitor"},
    {"update", "update", PrivilegeScope::Collection, "readWrite"},
}};
static_assert(std::is_sorted(kPrivileges.begin(), kPrivileges.end(),
                             [](const Privilege& left, const Privilege& right) {
                                 return left.command < right.command;
                             }),
              "in the order of the alphabet");

// The characters of `text` behind `before`, up to one of `ends`; empty when `before` is missing.
std::string_view between(std::string_view text, std::string_view before, std::string_view ends)
{
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = text.substr(at + before.size());
    return rest.substr(0, rest.find_first_of(ends));
}

// The first word behind `before`.
std::string_view wordBehind(std::string_view text, std::string_view before)
{
    return between(text, before, " :,{}\"[]");
}

bool isUnauthorized(const Error& error)
{
    return error.serverCode == static_cast<int>(protocol::ServerCode::Unauthorized)
        || (error.serverCode == kAtlasError
            && error.message.find("not allowed to do action") != std::string::npos);
}

} // namespace

const Privilege* privilegeFor(std::string_view command)
{
    const auto* found = std::ranges::find(kPrivileges, command, &Privilege::command);
    return found == kPrivileges.end() ? nullptr : found;
}

const Privilege* privilegeOfAction(std::string_view action)
{
    const auto* found = std::ranges::find(kPrivileges, action, &Privilege::action);
    return found == kPrivileges.end() ? nullptr : found;
}

bool isRefusal(const Error& error)
{
    return error.code == Errc::NotPermitted || isUnauthorized(error);
}

std::optional<Refusal> refusalOf(const Error& error)
{
    if (!isUnauthorized(error)) {
        return {};
    }
    const std::string_view text = error.message;
    Refusal refusal;
    refusal.needsLogin = text.find("requires authentication") != std::string_view::npos
        || text.find("no users authenticated") != std::string_view::npos;
    // "not authorized on shop to execute command { listCollections: 1, … }"
    refusal.privilege = privilegeFor(wordBehind(text, "execute command { "));
    refusal.database = wordBehind(text, "not authorized on ");
    // "user is not allowed to do action [find] on [shop.orders]"
    if (const std::string_view action = wordBehind(text, "do action ["); !action.empty()) {
        refusal.privilege = privilegeOfAction(action);
        refusal.database = between(text, "] on [", ".]");
    }
    // "Command listDatabases requires authentication"
    for (const std::string_view before : {"Command ", "command "}) {
        if (!refusal.privilege) {
            refusal.privilege = privilegeFor(wordBehind(text, before));
        }
    }
    return refusal;
}

} // namespace sandglass::ttl

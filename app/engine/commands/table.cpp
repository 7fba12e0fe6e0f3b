// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/declarations.h"
#include "app/engine/commands/needs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace sandglass::engine::commands {

namespace {

constexpr auto kAnywhere = Where::AnyDatabase;
constexpr auto kAdmin = Where::AdminOnly;
constexpr bool kInstant = true;

// Name, function, where it may run, whether it writes, whether it is instant; see Command. In byte
// order, capitals before small letters: byName() searches it.
constexpr std::array kCommands{
    Command{"abortTransaction", runEndTransaction, kAdmin, false},
    Command{"aggregate", runAggregate, kAnywhere, false},
    Command{"applyOps", runApplyOps, kAnywhere, true},
    Command{"authenticate", runAuthenticate, kAnywhere, false},
    Command{"availableQueryOptions", runAvailableQueryOptions, kAnywhere, false},
    Command{"buildInfo", runBuildInfo, kAnywhere, false},
    Command{"bulkWrite", runBulkWrite, kAdmin, true},
    Command{"collMod", runCollMod, kAnywhere, true},
    Command{"collStats", runCollStats, kAnywhere, false},
    Command{"commitTransaction", runEndTransaction, kAdmin, false},
    Command{"compact", runCompact, kAnywhere, true},
    Command{"configureFailPoint", runConfigureFailPoint, kAdmin, false},
    Command{"connPoolStats", runConnPoolStats, kAnywhere, false},
    Command{"connectionStatus", runConnectionStatus, kAnywhere, false},
    Command{"convertToCapped", runConvertToCapped, kAnywhere, true},
    Command{"count", runCount, kAnywhere, false},
    Command{"create", runCreate, kAnywhere, true},
    Command{"createIndexes", runCreateIndexes, kAnywhere, true},
    Command{"createUser", runCreateUser, kAnywhere, true},
    Command{"currentOp", runCurrentOp, kAdmin, false},
    Command{"dbStats", runDbStats, kAnywhere, false},
    Command{"delete", runDelete, kAnywhere, true},
    Command{"distinct", runDistinct, kAnywhere, false},
    Command{"drop", runDrop, kAnywhere, true},
    Command{"dropAllUsersFromDatabase", runDropAllUsers, kAnywhere, true},
    Command{"dropDatabase", runDropDatabase, kAnywhere, true},
    Command{"dropIndexes", runDropIndexes, kAnywhere, true},
    Command{"dropUser", runDropUser, kAnywhere, true},
    Command{"endSessions", runEndSessions, kAnywhere, false},
    Command{"explain", runExplain, kAnywhere, false},
    Command{"features", runFeatures, kAnywhere, false},
    Command{"find", runFind, kAnywhere, false},
    Command{"findAndModify", runFindAndModify, kAnywhere, true},
    Command{"fsync", runFsync, kAdmin, false},
    Command{"fsyncUnlock", runFsyncUnlock, kAdmin, false},
    Command{"getCmdLineOpts", runGetCmdLineOpts, kAdmin, false},
    Command{"getDefaultRWConcern", runGetDefaultRWConcern, kAdmin, false},
    Command{"getDiagnosticData", runGetDiagnosticData, kAdmin, false},
    Command{"getLastError", runGetLastError, kAnywhere, false},
    Command{"getLog", runGetLog, kAdmin, false},
    Command{"getMore", runGetMore, kAnywhere, false},
    Command{"getParameter", runGetParameter, kAdmin, false},
    Command{"getPrevError", runGetPrevError, kAnywhere, false},
    Command{"getnonce", runGetNonce, kAnywhere, false},
    Command{"grantRolesToUser", runGrantRoles, kAnywhere, true},
    Command{"hello", runHello, kAnywhere, false, kInstant},
    Command{"hostInfo", runHostInfo, kAnywhere, false},
    Command{"insert", runInsert, kAnywhere, true},
    Command{"isMaster", runHello, kAnywhere, false, kInstant},
    Command{"killAllSessions", runKillSessions, kAnywhere, false},
    Command{"killAllSessionsByPattern", runKillSessions, kAnywhere, false},
    Command{"killCursors", runKillCursors, kAnywhere, false},
    Command{"killOp", runKillOp, kAdmin, false},
    Command{"killSessions", runKillSessions, kAnywhere, false},
    Command{"listCollections", runListCollections, kAnywhere, false},
    Command{"listCommands", runListCommands, kAnywhere, false},
    Command{"listDatabases", runListDatabases, kAdmin, false},
    Command{"listIndexes", runListIndexes, kAnywhere, false},
    Command{"logout", runLogout, kAnywhere, false},
    Command{"ping", runPing, kAnywhere, false, kInstant},
    Command{"profile", runProfile, kAnywhere, false},
    Command{"reIndex", runReIndex, kAnywhere, true},
    Command{"refreshSessions", runEndSessions, kAnywhere, false},
    Command{"renameCollection", runRenameCollection, kAdmin, true},
    Command{"replSetGetConfig", runReplSetGetConfig, kAdmin, false},
    Command{"replSetGetStatus", runReplSetGetStatus, kAdmin, false},
    Command{"replSetInitiate", runReplSetInitiate, kAdmin, false},
    Command{"resetError", runResetError, kAnywhere, false},
    Command{"revokeRolesFromUser", runRevokeRoles, kAnywhere, true},
    Command{"rolesInfo", runRolesInfo, kAnywhere, false},
    Command{"sandglassCheckpoint", runSandglassCheckpoint, kAdmin, false},
    Command{"sandglassPutBack", runSandglassPutBack, kAdmin, true},
    Command{"saslContinue", runSaslContinue, kAnywhere, false},
    Command{"saslStart", runSaslStart, kAnywhere, false},
    Command{"serverStatus", runServerStatus, kAnywhere, false},
    Command{"setDefaultRWConcern", runSetDefaultRWConcern, kAdmin, false},
    Command{"setParameter", runSetParameter, kAdmin, false},
    Command{"setUserWriteBlockMode", runSetUserWriteBlockMode, kAdmin, false},
    Command{"startSession", runStartSession, kAnywhere, false},
    Command{"top", runTop, kAdmin, false},
    Command{"update", runUpdate, kAnywhere, true},
    Command{"updateUser", runUpdateUser, kAnywhere, true},
    Command{"usersInfo", runUsersInfo, kAnywhere, false},
    Command{"validate", runValidate, kAnywhere, false},
    Command{"whatsmyuri", runWhatsMyUri, kAnywhere, false},
};
static_assert(std::ranges::is_sorted(kCommands, {}, &Command::name));
// row by row the same commands
static_assert(std::ranges::equal(kCommands, declarations::kDeclarations, {}, &Command::name,
                                 &request::Declaration::command));
static_assert(std::ranges::equal(kCommands, needs::kNeeds, {}, &Command::name, &Need::command));

/// A spelling that old clients use; matched in any case.
struct Alias
{
    std::string_view lowerCase;
    std::string_view name;
};

constexpr std::array kAliases{
    Alias{"buildinfo", "buildInfo"},
    Alias{"collstats", "collStats"},
    Alias{"dbstats", "dbStats"},
    Alias{"deleteindexes", "dropIndexes"},
    Alias{"findandmodify", "findAndModify"},
    Alias{"getlasterror", "getLastError"},
    Alias{"getpreverror", "getPrevError"},
    Alias{"ismaster", "isMaster"},
    Alias{"listcommands", "listCommands"},
    Alias{"reindex", "reIndex"},
    Alias{"reseterror", "resetError"},
};

/// Exact match. A binary search, which the static_assert makes safe.
const Command* byName(std::string_view name)
{
    const auto found = std::ranges::lower_bound(kCommands, name, {}, &Command::name);
    return found != kCommands.end() && found->name == name ? &*found : nullptr;
}

/// The table's name for an old spelling; `name` itself if it is none.
std::string_view modernName(std::string_view name)
{
    std::string lowerCase(name);
    std::ranges::transform(lowerCase, lowerCase.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    const auto alias = std::ranges::find(kAliases, lowerCase, &Alias::lowerCase);
    return alias == kAliases.end() ? name : alias->name;
}

} // namespace

const Command* findCommand(std::string_view name)
{
    if (const Command* command = byName(name)) {
        return command;
    }
    const std::string_view modern = modernName(name);
    return modern == name ? nullptr : byName(modern);
}

const request::Declaration& declarationOf(const Command& command)
{
    return declarations::kDeclarations[static_cast<std::size_t>(&command - kCommands.data())];
}

const Need& needOf(const Command& command)
{
    return needs::kNeeds[static_cast<std::size_t>(&command - kCommands.data())];
}

std::span<const Command> commandTable()
{
    return kCommands;
}

std::vector<std::string_view> commandNames()
{
    std::vector<std::string_view> names;
    names.reserve(kCommands.size());
    for (const Command& command : kCommands) {
        names.push_back(command.name);
    }
    return names;
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace sandglass::engine::access {

/// What a role may allow; MongoDB's actions that the engine has commands for. The order is that of
/// their names in action.cpp.
enum class Action {
    // on collections and databases
    BypassDocumentValidation,
    ChangeCustomData,
    ChangePassword,
    ChangeStream,
    CollMod,
    CollStats,
    Compact,
    ConvertToCapped,
    CreateCollection,
    CreateIndex,
    CreateUser,
    DbStats,
    DropCollection,
    DropDatabase,
    DropIndex,
    DropUser,
    EnableProfiler,
    Find,
    GrantRole,
    IndexStats,
    Insert,
    KillAnyCursor,
    KillCursors,
    ListCollections,
    ListIndexes,
    PlanCacheRead,
    ReIndex,
    Remove,
    RenameCollectionSameDb,
    RevokeRole,
    Update,
    Validate,
    ViewRole,
    ViewUser,
    // on the whole server
    ApplyOps,
    ConnPoolStats,
    Fsync,
    GetCmdLineOpts,
    GetDefaultRWConcern,
    GetLog,
    GetParameter,
    HostInfo,
    Inprog,
    KillAnySession,
    KillOp,
    ListDatabases,
    ListSessions,
    ReplSetConfigure,
    ReplSetGetConfig,
    ReplSetGetStatus,
    SandglassCheckpoint, ///< the engine's own
    SandglassPutBack, ///< the engine's own
    ServerStatus,
    SetDefaultRWConcern,
    SetParameter,
    SetUserWriteBlockMode,
    Top,
    Unlock,
};
/// The number of actions.
inline constexpr std::size_t kActions = static_cast<std::size_t>(Action::Unlock) + 1;

/// MongoDB's name: "find".
std::string_view actionName(Action action);

/// Several actions.
class ActionSet
{
public:
    ActionSet() = default;
    ActionSet(std::initializer_list<Action> actions)
    {
        for (const Action action : actions) {
            m_bits.set(static_cast<std::size_t>(action));
        }
    }

    /// Whether it has this action.
    bool has(Action action) const { return m_bits.test(static_cast<std::size_t>(action)); }
    /// Whether it has none.
    bool empty() const { return m_bits.none(); }
    /// The actions of both.
    ActionSet operator|(const ActionSet& other) const
    {
        ActionSet both = *this;
        both.m_bits |= other.m_bits;
        return both;
    }

private:
    std::bitset<kActions> m_bits;
};

} // namespace sandglass::engine::access

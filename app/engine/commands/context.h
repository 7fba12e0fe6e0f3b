// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/operations/records.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/writes/write_access.h"

namespace sandglass::engine::access {
class AccessControl;
}

namespace sandglass::engine::commands {

class DataFiles;
class ParameterTable;
class RecentLog;
class StatusSource;
class TrashBin;
class WaitingRequests;

/// Everything that a command may use. What reads and writes data is in the base classes, so that
/// the rooms below take only that; the members are for the commands that administer the server.
/// Made once by the engine's server and shared by all commands; its parts outlive it. Any thread.
class Context : public writes::WriteAccess
{
public:
    base::Log& log;
    ParameterTable& parameters;
    DataFiles& files; ///< for fsync, getLastError, hello, sandglassCheckpoint
    const StatusSource& status; ///< for serverStatus
    const RecentLog& recentLog; ///< for getLog
    WaitingRequests& waiting; ///< for killCursors
    TrashBin& trash; ///< for sandglassPutBack
    access::AccessControl& access; ///< users, logins, and what they may do
};

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/clients.h"
#include "app/engine/commands/last_errors.h"
#include "app/engine/commands/operation_metrics.h"
#include "app/engine/commands/profiler.h"
#include "app/engine/commands/repl_set_facts.h"
#include "app/engine/commands/retryable_sessions.h"
#include "app/engine/query/filter.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::commands {

class CursorRegistry;
class ParameterTable;
class OperationTable;
struct Request;

/// Counts of operations since start, as serverStatus shows them. Any thread.
struct OperationCounters
{
    std::atomic<std::int64_t> insert{0};
    std::atomic<std::int64_t> query{0};
    std::atomic<std::int64_t> update{0};
    std::atomic<std::int64_t> remove{0};
    std::atomic<std::int64_t> getmore{0};
    std::atomic<std::int64_t> command{0};
};

/// What the program knows of itself; fixed after start.
struct EngineFacts
{
    std::string version; ///< MongoDB version that it behaves like: "8.0.4"
    std::vector<int> versionNumbers; ///< {8, 0, 4, 0}
    std::string productVersion; ///< Sandglass's own
    std::string profile = "mongodb"; ///< or "cosmos"
    std::string hostAndPort;
    std::vector<std::string> arguments; ///< argv, for getCmdLineOpts
    bson::Document parsedOptions; ///< for getCmdLineOpts
    base::Time startedAt;
    std::int64_t processId = 0;
    std::string dataFolder; ///< --dbpath as given
    std::string standbyOf; ///< --standby-of as given: this one only reads; empty: it is a primary
    std::string compatibility = "8.0"; ///< the featureCompatibilityVersion, and the version's name
    int maxWireVersion = 25; ///< what hello announces
    bool versionChosen
        = false; ///< by sandglassServerVersion: then that version's faults are shown too
    ReplSetFacts replSet; ///< of a server started with --replSet

    /// Whether the version it behaves like is at least major.minor.
    bool atLeast(int major, int minor) const;
};

/// What a command may use. Made once by the engine's server and shared by all commands; members
/// outlive it.
class Context
{
public:
    catalog::Catalog& catalog;
    const base::Clock& clock;
    base::Log& log;
    ParameterTable& parameters;
    CursorRegistry& cursors;
    OperationTable& operations;
    OperationCounters& counters;
    const EngineFacts& facts;

    /// Sections that other parts of the engine add to serverStatus: each appends its own top-level
    /// fields (connections, batchedDeletes, storageEngine …).
    std::vector<std::function<void(bson::Builder&)>> statusSections;
    /// Appends the fields of metrics.ttl.
    std::function<void(bson::Builder&)> ttlMetrics;
    /// The most recent log lines as text, oldest first, for getLog.
    std::function<std::vector<std::string>()> recentLog;
    /// True once the store refuses writes.
    std::function<bool()> writesRefused;
    /// Makes a consistent copy of all data in a folder that does not exist yet; see
    /// storage::KeyValueStore::checkpoint. May be empty.
    std::function<Result<void>(const std::string& folder)> checkpoint = {};
    /// Waits until everything written so far is on disk. May be empty.
    std::function<Result<void>()> syncJournal = {};
    /// What administrators have closed for writing; never null.
    std::shared_ptr<catalog::WriteGate> writeGate = std::make_shared<catalog::WriteGate>();
    /// What getLastError tells each connection; never null.
    std::shared_ptr<LastErrors> lastErrors = std::make_shared<LastErrors>();
    /// The open connections; never null.
    std::shared_ptr<ClientTable> clients = std::make_shared<ClientTable>();
    /// Sums over all operations; never null.
    std::shared_ptr<OperationMetrics> metrics = std::make_shared<OperationMetrics>();
    /// Records finished operations; never null.
    std::shared_ptr<Profiler> profiler = std::make_shared<Profiler>();

    /// Sessions with retryable writes; never null.
    std::shared_ptr<RetryableSessions> sessions = std::make_shared<RetryableSessions>();
    /// Wakes requests that rest for something that was committed or ended. May be empty.
    std::function<void()> wakeResting = {};

    /// What an operation fixes for its expressions now: $$NOW and the command's `let`.
    query::EvaluationContext evaluation(const Request& request) const;
};

} // namespace sandglass::engine::commands

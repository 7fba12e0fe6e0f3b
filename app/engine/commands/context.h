// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/operations/records.h"
#include "app/engine/query/filter.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/writes/write_access.h"

#include <functional>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
struct WriteGate;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::plan {
class CursorRegistry;
}

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::streams {
class RetryableSessions;
}

namespace sandglass::engine::commands {

class ParameterTable;

/// What a command may use. Made once by the engine's server and shared by all commands; members
/// outlive it.
class Context
{
public:
    catalog::Catalog& catalog;
    const base::Clock& clock;
    base::Log& log;
    ParameterTable& parameters;
    plan::CursorRegistry& cursors;
    const request::EngineFacts& facts;
    operations::Records& records; ///< of connections and operations
    catalog::WriteGate& writeGate; ///< what administrators have closed for writing
    streams::RetryableSessions& sessions; ///< with retryable writes

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
    /// Wakes requests that rest for something that was committed or ended. May be empty.
    std::function<void()> wakeResting = {};

    /// What a write may use.
    writes::WriteAccess writing() const;
    /// What an operation fixes for its expressions now: $$NOW and the command's `let`.
    query::EvaluationContext evaluation(const request::Request& request) const;
};

} // namespace sandglass::engine::commands

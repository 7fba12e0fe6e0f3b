// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/operations/operation_table.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::operations {

struct Records;

/// The `op` of a command in currentOp and the profiler: "query" for find, "remove" for delete, ….
/// Pure; any thread.
std::string_view operationKind(std::string_view command);

/// The namespace that a request works on: "db.collection", or "db.$cmd" when it names none.
std::string operationNamespace(const request::Request& request);

/// Records one request from its start to its reply. currentOp shows it while it runs. At the end
/// its figures are added to the metrics and, as configured, written to the log and to
/// system.profile. Its session counts as used. Of an instant command only the run is counted. One
/// thread.
class OperationWatch
{
public:
    /// Sets the request's figures and its kill flag, unless it is instant. `command`: the command
    /// table's name; empty for an unknown one. `request` and `records` must outlive the watch.
    OperationWatch(std::string_view command, bool instant, request::Request& request,
                   Records& records);

    /// Ends the recording. Call once, with the reply as it is sent.
    void finish(bson::DocumentView reply);

private:
    std::string_view m_command;
    bool m_instant;
    request::Request& m_request;
    Records& m_records;
    // Real time: durations are measured, and the engine's clock may be one that tests set.
    std::chrono::steady_clock::time_point m_start;
    std::unique_ptr<OperationTable::Entry> m_shown; // null for an instant command
};

} // namespace sandglass::engine::operations

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

/// What currentOp and the profiler call a command: "query" for find, "remove" for delete, …
std::string_view operationKind(std::string_view command);

/// The namespace an operation works on: "db.collection", or "db.$cmd" when it names none.
std::string operationNamespace(const request::Request& request);

/// Follows one request from its start to its reply: currentOp shows it meanwhile; at the end its
/// figures go to the metrics and, where asked for, to the log and to system.profile. Of an instant
/// command only the run is counted.
class OperationWatch
{
public:
    /// Gives the request its figures and its kill switch, unless it is instant. `command`: the
    /// command table's name; empty for an unknown one. All must outlive the watch.
    OperationWatch(std::string_view command, bool instant, request::Request& request,
                   Records& records);

    /// Call once, with the reply as it is sent.
    void finish(bson::DocumentView reply);

private:
    std::string_view m_command;
    bool m_instant;
    request::Request& m_request;
    Records& m_records;
    std::chrono::steady_clock::time_point m_start;
    std::unique_ptr<OperationTable::Entry> m_shown;
};

} // namespace sandglass::engine::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "tests/cases/case_server.h"
#include "tests/cases/placeholders.h"
#include "tests/cases/wire_connection.h"

#include <string>

namespace sandglass::cases {

/// Runs the steps of one case, as tests/cases/README.md describes them, like a client. One thread.
class CaseRun
{
public:
    explicit CaseRun(CaseServer& server)
        : m_server(server)
    {
    }

    /// Connects, and remembers the counters. Errors: Network, Protocol.
    Result<void> begin();

    /// Drops the database that cases work in, where another case may have left something.
    Result<void> emptyDatabase();

    /// Runs the steps of an array; stops at the first that is not as it should be, unless no later
    /// step depends on it (steps about one operator). Errors: which steps they were and why;
    /// Unsupported when this server cannot be made to do a step.
    Result<void> runSteps(bson::DocumentView steps);

private:
    using Step = Result<void> (CaseRun::*)(bson::DocumentView step);
    using OperatorCheck
        = Result<void> (*)(WireConnection& server, bson::DocumentView step, bool exact);
    struct NamedStep;
    static const NamedStep kSteps[];

    static bool isAlone(bson::DocumentView step);
    Result<void> runStep(bson::DocumentView raw);
    Result<void> runCommand(bson::DocumentView step);
    Result<void> tellCommand(bson::DocumentView step);
    Result<void> makePasses(bson::DocumentView step);
    Result<void> advance(bson::DocumentView step);
    Result<void> live(bson::DocumentView step);
    Result<void> checkLeft(bson::DocumentView step);
    Result<void> checkGrowth(bson::DocumentView step);
    Result<void> checkLog(bson::DocumentView step);
    Result<void> repeat(bson::DocumentView step);
    template <OperatorCheck check>
    Result<void> askOperator(bson::DocumentView step);

    std::string wrongLeft(const std::string& collection, bson::ValueView expected);
    std::string wrongGrowth(bson::DocumentView expected, const bson::Document& status);
    Result<bson::Document> status();

    CaseServer& m_server;
    WireConnection m_connection;
    bson::Value m_value; ///< that the loop is at
    int m_number = 0; ///< of it
    bson::Document m_before; ///< serverStatus when growth began to count
};

} // namespace sandglass::cases

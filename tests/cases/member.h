// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cases/wire_connection.h"
#include "tests/support/engine_in_process.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::cases {

/// An engine of its own in this program and a connection to it. What fails ends the program.
struct Member
{
    explicit Member(base::Time now)
        : engine(now)
    {
    }

    /// Starts and connects; `arguments` as those of sandglass-engine.
    void start(const std::vector<std::string>& arguments = {})
    {
        engine.start(arguments);
        tests::need(connection.open(engine.port()));
    }
    /// The reply to a command.
    bson::Document run(const std::string& database, const bson::Document& command)
    {
        return tests::need(connection.run(database, command));
    }
    /// A counter of metrics.ttl.
    std::int64_t metric(std::string_view name)
    {
        const auto status = run("admin", bson::makeDocument("serverStatus", 1));
        return status.view().at("metrics.ttl." + std::string(name)).toInt64();
    }
    /// How many documents cases.c has.
    std::int64_t documents()
    {
        return run("cases", bson::makeDocument("count", "c"))["n"].toInt64();
    }

    tests::EngineInProcess engine;
    WireConnection connection;
};

} // namespace sandglass::cases

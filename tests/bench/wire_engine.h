// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "tests/bench/wire_client.h"
#include "tests/support/engine_process.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bench {

inline constexpr const char* kWireDatabase = "bench";

/// The engine as a child process on a unix socket, on a folder that goes with this object, and a
/// connection to it. One thread. Errors: Internal when it does not start, Network, Server.
class WireEngine
{
public:
    /// `parameters`: names and values of --setParameter.
    static Result<std::unique_ptr<WireEngine>>
    start(const std::vector<std::pair<QString, QString>>& parameters);

    /// kill -9.
    void kill() { m_process.kill9(); }
    /// Starts it again on the same folder, after kill().
    Result<void> startAgain();
    /// A further connection.
    Result<WireClient> connect() const;

    /// A command on the database "bench", or on "admin".
    Result<bson::Document> run(const bson::Document& command);
    Result<bson::Document> runOnAdmin(const bson::Document& command);
    Result<void> setParameter(std::string_view name, const bson::Value& value);
    /// From now on its clock is ahead of the system's by that much. Expiry passes follow at once.
    Result<void> setClockOffset(base::Millis offset);
    /// A collection with the workload's indexes.
    Result<void> makeCollection(const std::string& name);

    const tests::EngineProcess& process() const { return m_process; }

private:
    WireEngine() = default;
    Result<bson::Document> runOn(const char* database, const bson::Document& command);

    tests::EngineProcess m_process{tests::EngineProcess::Reach::UnixSocket};
    std::optional<WireClient> m_client;
};

/// Inserts a batch with one command. Errors also when not all of it was taken.
Result<void> insertOver(WireClient& client, const std::string& collection,
                        const std::vector<bson::Document>& batch);

} // namespace sandglass::bench

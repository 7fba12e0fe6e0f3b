// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/engine/server/engine_options.h"
#include "app/engine/server/json_log.h"

#include <memory>
#include <string>

namespace sandglass::engine::server {

/// The whole engine in one object: store, catalog, commands, TTL monitor and sockets. The program
/// makes one; tests embed it.
class Engine
{
public:
    /// Opens the data, listens and starts the monitor; clients are served when it returns. `clock`
    /// and `log` must outlive it. `adjustable` (may be null) is the same clock when the parameter
    /// sandglassClockOffsetMillis may move it. Errors: InvalidInput for options and unusable
    /// folders, Conflict when another engine has the folder or address.
    static Result<std::unique_ptr<Engine>> start(const EngineOptions& options, base::Clock& clock,
                                                 base::SystemClock* adjustable, JsonLog& log);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    /// Stops first, if need be.
    ~Engine();

    /// The TCP port; −1 without TCP.
    int port() const;
    /// Finishes running requests and passes, syncs and closes the data. May be called twice.
    void stop();

private:
    class Parts;

    explicit Engine(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

/// Sandglass's own version, and the MongoDB version whose behaviour it follows.
std::string productVersion();
std::string serverVersion();

} // namespace sandglass::engine::server

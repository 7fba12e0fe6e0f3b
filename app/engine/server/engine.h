// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/engine/server/engine_options.h"
#include "app/engine/server/json_log.h"

#include <memory>
#include <string>

namespace sandglass::engine::server {

/// The whole engine: store, catalog, commands, TTL monitor and sockets. The program has one; tests
/// embed it. One thread.
class Engine
{
public:
    /// Opens the data, listens and starts the monitor. Clients are served when it returns. `clock`
    /// and `log` must outlive it. `adjustable`: the same clock, if the parameter
    /// sandglassClockOffsetMillis may move it; else null. Errors: InvalidInput for wrong options
    /// and unusable folders, Conflict when another engine uses the folder or the address, Storage.
    static Result<std::unique_ptr<Engine>> start(const EngineOptions& options, base::Clock& clock,
                                                 base::SystemClock* adjustable, JsonLog& log);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    /// As stop().
    ~Engine();

    /// The TCP port; −1 without TCP.
    int port() const;
    /// Waits for running requests and the TTL pass, then syncs and closes the data. A second call
    /// does nothing.
    void stop();

private:
    class Parts;

    explicit Engine(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

/// Sandglass's own version, such as "1.0.0". Any thread.
std::string productVersion();
/// The MongoDB version whose behaviour the engine follows by default, such as "8.0.0". Any thread.
std::string serverVersion();

} // namespace sandglass::engine::server

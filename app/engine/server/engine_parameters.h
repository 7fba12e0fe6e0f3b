// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <atomic>
#include <functional>

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::commands {
class ParameterTable;
} // namespace sandglass::engine::commands

namespace sandglass::engine::expiry {
struct TtlSettings;
}

namespace sandglass::engine::server {

class JsonLog;
class TtlSafety;

/// Settings of the engine other than the TTL parameters. Any thread.
struct EngineSettings
{
    std::atomic<bool> strictNan{
        true}; ///< sandglassStrictNaN: expireAfterSeconds refuses NaN instead of
               ///< reading it as 0, which expires every dated document
    std::atomic<bool> testCommands{
        false}; ///< enableTestCommands: the clock may be moved at run time
};

/// The objects that the parameters read and change.
struct ParameterSources
{
    expiry::TtlSettings& ttl;
    EngineSettings& engine;
    JsonLog& log;
    base::SystemClock* clock = nullptr; ///< null: there is no parameter that moves the clock
    std::function<void()> ttlChanged; ///< called after each change of a TTL parameter
    request::EngineFacts* facts = nullptr; ///< set by sandglassServerVersion; null: there is no
                                           ///< such parameter
    TtlSafety* safety = nullptr; ///< null: there is no parameter about it
};

/// Adds all server parameters to the table. The sources must outlive it. Source of TTL names,
/// defaults and rules: app/ttl/SEMANTICS.md 3.2.
void addParameters(commands::ParameterTable& table, ParameterSources sources);

} // namespace sandglass::engine::server

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sandglass::base {

/// Severity of a log line, named as in MongoDB's logs. Debug lines are written only when asked for.
enum class Severity { Fatal, Error, Warning, Info, Debug1, Debug2, Debug3 };

/// JSON that goes into a log line unchanged. The caller guarantees that it is valid.
struct JsonText
{
    explicit JsonText(std::string json)
        : text(std::move(json))
    {
    }
    std::string text;
};

/// One log line before it is formatted.
/// Source of the shape: MongoDB manual, Log Messages (fields t, s, c, id, ctx, msg, attr).
struct LogEntry
{
    using Value = std::variant<std::int64_t, double, bool, std::string, JsonText>;

    Severity severity = Severity::Info;
    const char* component = "CONTROL"; ///< "INDEX", "NETWORK", "STORAGE", "COMMAND", "CONTROL"
    int id = 0; ///< stable number of the message, administrators search by it
    std::string context; ///< thread or connection, for example "TTLMonitor" or "conn12"
    std::string message; ///< fixed English text
    std::vector<std::pair<std::string, Value>> attributes; ///< what varies
};

/// The destination of log lines. Any thread.
class Log
{
public:
    Log() = default;
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    virtual ~Log() = default;

    /// Writes one line, or drops it when its severity is below the level.
    virtual void write(const LogEntry& entry) = 0;
};

/// The line as JSON, without the line end:
/// {"t":{"$date":…},"s":"I","c":"INDEX","id":…,"ctx":…,"msg":…,"attr":{…}}.
std::string logLine(const LogEntry& entry, Time now);

} // namespace sandglass::base

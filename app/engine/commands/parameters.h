// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::commands {

/// One server parameter. Any thread may call its functions.
struct Parameter
{
    std::string name;
    std::function<bson::Value()> get;
    std::function<Result<void>(bson::ValueView)> set; ///< checks and stores a value; its error goes
                                                      ///< to the client. Empty: read-only
    bool atStartup = true; ///< can be set with --setParameter
    bool atRuntime = true; ///< can be set with the command setParameter
};

/// The server's parameters. Filled before the first request; then any thread.
class ParameterTable
{
public:
    /// Adds a parameter. Call it before other threads use the table.
    void add(Parameter parameter);
    /// The parameter of that name; nullptr when there is none.
    const Parameter* find(std::string_view name) const;
    /// All parameters, sorted by name.
    std::vector<const Parameter*> all() const;

    /// The parameter, if clients may set it. Errors (server): InvalidOptions when it is unknown or
    /// can be set only at startup.
    Result<const Parameter*> settableAtRuntime(std::string_view name) const;
    /// Sets a parameter for a client; returns the previous value. Errors (server): InvalidOptions,
    /// as settableAtRuntime(); BadValue for a bad value.
    Result<bson::Value> setAtRuntime(std::string_view name, bson::ValueView value);
    /// Sets a parameter from the command line. `text`: true, false, a number, else a string.
    /// Errors: InvalidInput.
    Result<void> setAtStartup(std::string_view name, std::string_view text);

private:
    std::map<std::string, Parameter, std::less<>> m_parameters;
};

/// The value for a bool parameter: the truth value of any type, as in MongoDB. A string is true,
/// even "false".
inline bool parameterBool(bson::ValueView value)
{
    return value.toBool();
}
/// Whether a text from the command line sets a bool parameter to true. False also for a text that
/// ParameterTable::setAtStartup() refuses.
bool startupBool(std::string_view text);
/// The value for an integer parameter: a number, truncated toward zero, or a bool as 0 or 1. Errors
/// (server): BadValue for other types, for NaN and outside [minimum, maximum].
Result<std::int64_t> parameterInteger(std::string_view name, bson::ValueView value,
                                      std::int64_t minimum, std::int64_t maximum);

/// Whether test commands are enabled: the parameter enableTestCommands. False if there is no such
/// parameter.
bool testCommandsEnabled(const ParameterTable& parameters);

/// Whether NaN is refused as an expireAfterSeconds: the parameter sandglassStrictNaN. True if there
/// is no such parameter.
bool refusesNan(const ParameterTable& parameters);

} // namespace sandglass::engine::commands

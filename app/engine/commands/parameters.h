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

/// One server parameter. `set` judges and stores a value; its error is what the client sees.
struct Parameter
{
    std::string name;
    std::function<bson::Value()> get;
    std::function<Result<void>(bson::ValueView)> set; ///< empty: read only
    bool atStartup = true;
    bool atRuntime = true;
};

/// All parameters by name; filled before the first request. get/set from any thread (the functions
/// guard themselves).
class ParameterTable
{
public:
    void add(Parameter parameter);
    /// nullptr when unknown.
    const Parameter* find(std::string_view name) const;
    std::vector<const Parameter*> all() const;

    /// The parameter, if clients may set it. Errors: 72 for an unknown or startup-only name.
    Result<const Parameter*> settableAtRuntime(std::string_view name) const;
    /// Sets at run time; returns the previous value. Errors: 72 for an unknown or startup-only
    /// name, 2 for a bad value.
    Result<bson::Value> setAtRuntime(std::string_view name, bson::ValueView value);
    /// Sets from the command line's text: true/false, numbers, else a string. Errors as above, as
    /// InvalidInput.
    Result<void> setAtStartup(std::string_view name, std::string_view text);

private:
    std::map<std::string, Parameter, std::less<>> m_parameters;
};

/// A bool parameter takes a value of any type by its truth, as MongoDB's do: a string is true, also
/// "false".
inline bool parameterBool(bson::ValueView value)
{
    return value.toBool();
}
/// Judges an integer parameter: any number, cut toward zero, or a bool, in [minimum, maximum].
/// Errors: 2 BadValue, also for NaN.
Result<std::int64_t> parameterInteger(std::string_view name, bson::ValueView value,
                                      std::int64_t minimum, std::int64_t maximum);

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/parameters.h"

#include "app/protocol/server_code.h"

#include <charconv>
#include <utility>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

/// The value of a text from the command line: a bool, a whole number or a number if it can be read
/// as one, else a string.
bson::Value valueOfText(std::string_view text)
{
    if (text == "true" || text == "false") {
        return bson::Value::of(text == "true");
    }
    std::int64_t whole = 0;
    const char* end = text.data() + text.size();
    if (const auto parsed = std::from_chars(text.data(), end, whole);
        parsed.ec == std::errc() && parsed.ptr == end) {
        return bson::Value::of(whole);
    }
    double real = 0;
    if (const auto parsed = std::from_chars(text.data(), end, real);
        parsed.ec == std::errc() && parsed.ptr == end) {
        return bson::Value::of(real);
    }
    return bson::Value::of(text);
}

} // namespace

void ParameterTable::add(Parameter parameter)
{
    std::string name = parameter.name;
    m_parameters.emplace(std::move(name), std::move(parameter));
}

const Parameter* ParameterTable::find(std::string_view name) const
{
    const auto found = m_parameters.find(name);
    return found == m_parameters.end() ? nullptr : &found->second;
}

std::vector<const Parameter*> ParameterTable::all() const
{
    std::vector<const Parameter*> parameters;
    for (const auto& [name, parameter] : m_parameters) {
        parameters.push_back(&parameter);
    }
    return parameters;
}

Result<const Parameter*> ParameterTable::settableAtRuntime(std::string_view name) const
{
    const Parameter* parameter = find(name);
    if (!parameter) {
        return commandError(ServerCode::InvalidOptions,
                            "attempted to set unrecognized parameter [" + std::string(name)
                                + "], use help:true to see options ");
    }
    if (!parameter->set || !parameter->atRuntime) {
        return commandError(ServerCode::InvalidOptions,
                            "not allowed to change [" + std::string(name) + "] at runtime");
    }
    return parameter;
}

Result<bson::Value> ParameterTable::setAtRuntime(std::string_view name, bson::ValueView value)
{
    const auto parameter = settableAtRuntime(name);
    TRY(parameter);
    bson::Value previous = (*parameter)->get(); // the reply's `was`
    TRY((*parameter)->set(value));
    return previous;
}

Result<void> ParameterTable::setAtStartup(std::string_view name, std::string_view text)
{
    const Parameter* parameter = find(name);
    if (!parameter || !parameter->set || !parameter->atStartup) {
        return base::failure(Errc::InvalidInput,
                             "--setParameter: there is no parameter '" + std::string(name) + "'.");
    }
    const bson::Value value = valueOfText(text);
    // A string from a client counts as true, as in MongoDB. On the command line, where every value
    // is text, it is more likely a typing mistake.
    if (parameter->get().type() == bson::Type::Bool && value.type() == bson::Type::String) {
        return base::failure(Errc::InvalidInput,
                             "--setParameter " + std::string(name) + " takes true or false.");
    }
    if (auto done = parameter->set(value); !done) {
        return base::failure(Errc::InvalidInput,
                             "--setParameter " + std::string(name) + ": " + done.error().message);
    }
    return {};
}

bool startupBool(std::string_view text)
{
    const bson::Value value = valueOfText(text);
    return value.type() != bson::Type::String && parameterBool(value);
}

Result<std::int64_t> parameterInteger(std::string_view name, bson::ValueView value,
                                      std::int64_t minimum, std::int64_t maximum)
{
    const bool isBool = value.type() == bson::Type::Bool;
    if ((!value.isNumber() && !isBool) || value.isNan()) {
        return commandError(ServerCode::BadValue,
                            "Failed to set parameter " + std::string(name)
                                + ": the value must be a number, not "
                                + std::string(bson::typeAlias(value.type())));
    }
    const std::int64_t number = isBool ? (value.asBool() ? 1 : 0) : value.toInt64();
    if (number < minimum || number > maximum) {
        return commandError(ServerCode::BadValue,
                            "Invalid value for parameter " + std::string(name) + ": "
                                + std::to_string(number) + " is not between "
                                + std::to_string(minimum) + " and " + std::to_string(maximum));
    }
    return number;
}

bool testCommandsEnabled(const ParameterTable& parameters)
{
    const Parameter* parameter = parameters.find("enableTestCommands");
    return parameter != nullptr && parameter->get().view().toBool();
}

bool refusesNan(const ParameterTable& parameters)
{
    const Parameter* parameter = parameters.find("sandglassStrictNaN");
    return !parameter || parameter->get().view().toBool();
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/fail_points.h"

#include "app/protocol/server_code.h"

#include <algorithm>

namespace sandglass::engine::operations {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr int kSetFailed = 266;

/// Whether the fail point's data name the command.
bool strikes(bson::DocumentView data, const StruckCommand& command)
{
    const bson::DocumentView names = data["failCommands"].asDocument();
    const bool named = std::ranges::any_of(names, [&](const bson::Element& name) {
        return name.value.asString() == command.name || name.value.asString() == command.alias;
    });
    const bson::ValueView appName = data["appName"];
    const bson::ValueView ns = data["namespace"];
    return named && (appName.isMissing() || appName.asString() == command.appName)
        && (ns.isMissing() || ns.asString() == command.ns);
}

/// A number of commands. Errors (server): TypeMismatch, BadValue below 0.
Result<std::int64_t> countOf(const bson::Element& option)
{
    const std::string quoted = "'" + std::string(option.key) + "' option to 'mode'";
    if (!option.value.isNumber()) {
        return commandError(ServerCode::TypeMismatch, quoted + " must be a number");
    }
    const std::int64_t count = option.value.toInt64();
    if (count < 0) {
        return commandError(ServerCode::BadValue, quoted + " must be positive");
    }
    return count;
}

} // namespace

Result<std::int64_t> FailPoints::set(bson::DocumentView command)
{
    const std::string_view name = command["configureFailPoint"].asString();
    if (name != "failCommand") {
        return commandError(kSetFailed, std::string(name) + " not found");
    }
    auto mode = parseMode(command["mode"]);
    TRY(mode);
    const bson::ValueView data = command["data"];
    if (!data.isNullish() && data.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            "the 'data' option to 'failpoint' must be a JSON object");
    }
    const std::lock_guard lock(m_mutex);
    m_mode = *mode;
    m_on = m_mode.has_value();
    m_data = bson::Document(data.asDocument());
    return m_struck;
}

Result<std::optional<FailPoints::Mode>> FailPoints::parseMode(bson::ValueView mode)
{
    if (mode.isMissing()) {
        return commandError(ServerCode::IllegalOperation,
                            "When setting a failpoint, you must supply a 'mode'");
    }
    if (mode.type() == bson::Type::String) {
        if (mode.asString() == "off") {
            return std::optional<Mode>();
        }
        if (mode.asString() == "alwaysOn") {
            return std::optional(Mode());
        }
        return commandError(ServerCode::BadValue, "unknown mode: " + std::string(mode.asString()));
    }
    if (mode.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch, "'mode' must be a string or JSON object");
    }
    const bson::DocumentView options = mode.asDocument();
    const bson::Element option = options.empty() ? bson::Element() : *options.begin();
    if (option.key != "times" && option.key != "skip") {
        return commandError(ServerCode::BadValue, "'mode' must be one of [times, skip]");
    }
    auto count = countOf(option);
    TRY(count);
    return std::optional(option.key == "times" ? Mode{0, *count} : Mode{*count, std::nullopt});
}

std::optional<bson::Document> FailPoints::strike(const StruckCommand& command)
{
    const std::lock_guard lock(m_mutex);
    if (!m_mode || !strikes(m_data, command)) {
        return std::nullopt;
    }
    if (m_mode->skips > 0) {
        --m_mode->skips;
        return std::nullopt;
    }
    if (m_mode->times && (*m_mode->times)-- <= 0) {
        m_mode.reset();
        m_on = false;
        return std::nullopt;
    }
    ++m_struck;
    return m_data;
}

} // namespace sandglass::engine::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/validation_options.h"

#include "app/engine/definitions/listed_options.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;

namespace {

constexpr std::array<std::string_view, 3> kLevels{"off", "strict", "moderate"};
constexpr std::array<std::string_view, 3> kActions{"error", "warn", "errorAndLog"};
constexpr std::array<std::string_view, 3> kServerDatabases{"admin", "config", "local"};

/// One of some words; nullopt when absent.
Result<std::optional<std::string>> choice(const Arguments& arguments, std::string_view command,
                                          std::string_view field,
                                          std::span<const std::string_view> words)
{
    auto text = arguments.text(field);
    TRY(text);
    if (!text->has_value()) {
        return std::optional<std::string>();
    }
    if (std::ranges::find(words, **text) == words.end()) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(**text) + "' for field '"
                                + std::string(command) + "." + std::string(field)
                                + "' is not a valid value.");
    }
    return std::optional(std::string(**text));
}

Result<void> checkMayHaveValidator(const protocol::Namespace& ns)
{
    if (ns.collection.starts_with("system.")) {
        return commandError(ServerCode::InvalidOptions,
                            "Document validators not allowed on system collection " + ns.text());
    }
    if (std::ranges::find(kServerDatabases, ns.database) != kServerDatabases.end()) {
        return commandError(ServerCode::InvalidOptions,
                            "Document validators are not allowed on collection " + ns.text()
                                + " in the " + ns.database + " internal database");
    }
    return {};
}

/// An operator that no validator may have, by the error that a query with it gets.
struct Banned
{
    int code;
    std::string_view words; ///< part of the query's message
    std::string_view name;
};
constexpr std::array kBanned{
    Banned{static_cast<int>(ServerCode::IndexNotFound), "$text", "$text is"},
    Banned{static_cast<int>(ServerCode::BadValue), "in $where parsing", "$where is"},
    Banned{291, "$geoNear", "$geoNear, $near, and $nearSphere are"},
};

Result<void> checkParses(bson::DocumentView validator, const query::EvaluationContext& evaluation)
{
    auto filter = query::Filter::parse(validator, evaluation);
    if (filter) {
        return {};
    }
    Error error = std::move(filter.error());
    for (const Banned& banned : kBanned) {
        if (error.serverCode == banned.code
            && error.message.find(banned.words) != std::string::npos) {
            error = commandError(ServerCode::BadValue,
                                 std::string(banned.name) + " not allowed in this context");
        }
    }
    error.message = "Parsing of collection validator failed :: caused by :: " + error.message;
    return error;
}

} // namespace

Result<ValidationOptions> parseValidation(const Arguments& arguments, std::string_view command,
                                          const protocol::Namespace& ns,
                                          const query::EvaluationContext& evaluation)
{
    ValidationOptions options;
    auto level = choice(arguments, command, "validationLevel", kLevels);
    TRY(level);
    auto action = choice(arguments, command, "validationAction", kActions);
    TRY(action);
    options.level = std::move(*level);
    options.action = std::move(*action);
    auto validator = arguments.document("validator");
    TRY(validator);
    if (arguments.value("validator").isMissing()) {
        return options;
    }
    if (!validator->empty()) {
        TRY(checkMayHaveValidator(ns));
        TRY(checkParses(*validator, evaluation));
    }
    options.validator = bson::Document(*validator);
    return options;
}

bson::Document withValidation(bson::DocumentView listed, const ValidationOptions& changed)
{
    bson::Document made(listed);
    const auto put = [&made](std::string_view field, const bson::Value& value) {
        made = withOption(made, field, value);
    };
    if (changed.validator) {
        put("validator",
            changed.validator->empty() ? bson::Value() : bson::Value::document(*changed.validator));
    }
    const bool hasValidator = changed.validator && !changed.validator->empty();
    const auto putWord = [&](std::string_view field, const std::optional<std::string>& word,
                             std::string_view usual) {
        if (word) {
            put(field, bson::Value::of(std::string_view(*word)));
        } else if (hasValidator && !made.contains(field)) {
            put(field, bson::Value::of(usual));
        }
    };
    putWord("validationLevel", changed.level, "strict");
    putWord("validationAction", changed.action, "error");
    return made;
}

} // namespace sandglass::engine::definitions

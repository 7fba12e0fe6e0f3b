// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kSetUserWriteBlockModeName = "setUserWriteBlockMode";
constexpr std::array<std::string_view, 3> kBlockReasons{"ClusterToClusterMigrationInProgress",
                                                        "DiskUseThresholdExceeded", "Unspecified"};

Result<void> checkReason(const Arguments& arguments)
{
    auto reason = arguments.text("reason");
    TRY(reason);
    if (reason->has_value() && std::ranges::find(kBlockReasons, **reason) == kBlockReasons.end()) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(**reason)
                                + "' for field 'setUserWriteBlockMode.reason' is not a valid"
                                  " value.");
    }
    return {};
}

} // namespace

// MongoDB supports this command on replica sets only. The engine also supports it on a standalone
// server, so that users can try its effect. The mode ends with a restart.
Result<void> runSetUserWriteBlockMode(const Request& request, Context& context,
                                      bson::Builder& /*reply*/)
{
    const Arguments arguments = commandArguments(kSetUserWriteBlockModeName, request);
    const bson::ValueView global = arguments.value("global");
    if (global.isMissing()) {
        return commandError(ServerCode::MissingField,
                            "BSON field 'setUserWriteBlockMode.global' is missing but a required"
                            " field");
    }
    if (global.type() != bson::Type::Bool) {
        return arguments.wrongType("global", "bool");
    }
    TRY(checkReason(arguments));
    context.gate.userWritesBlocked = global.asBool();
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/generic_fields.h"

#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandglass::engine::request {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::array<std::string_view, 5> kLevels{"available", "linearizable", "local", "majority",
                                                  "snapshot"};

/// The Stable API: version "1" is the only one, and the two flags need it.
Result<void> checkApi(const Arguments& arguments)
{
    auto version = arguments.text("apiVersion");
    TRY(version);
    for (const std::string_view field : {"apiStrict", "apiDeprecationErrors"}) {
        TRY(arguments.flag(field, false));
        if (!version->has_value() && !arguments.value(field).isMissing()) {
            return commandError(ServerCode::ApiVersionError,
                                "Provided " + std::string(field)
                                    + " without specifying apiVersion");
        }
    }
    if (version->has_value() && **version != "1") {
        return commandError(ServerCode::ApiVersionError, R"(API version must be "1")");
    }
    return {};
}

/// Whether there is anything to check. Most requests have none of these fields, and this runs for
/// every one.
bool hasAny(bson::DocumentView body)
{
    return std::ranges::any_of(body, [](const bson::Element& element) {
        return element.key.starts_with("api") || element.key == "readConcern";
    });
}

} // namespace

Result<void> checkGenericFields(const Request& request)
{
    if (!hasAny(request.body)) {
        return {};
    }
    const Arguments arguments(request.name, request.body);
    TRY(checkApi(arguments));
    auto concern = arguments.document("readConcern");
    TRY(concern);
    auto level = Arguments(request.name + ".readConcern", *concern).text("level");
    TRY(level);
    if (level->has_value() && std::ranges::find(kLevels, **level) == kLevels.end()) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(**level)
                                + "' for field 'readConcern.level' is not a valid value.");
    }
    return {};
}

} // namespace sandglass::engine::request

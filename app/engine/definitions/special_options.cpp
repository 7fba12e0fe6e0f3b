// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/special_options.h"

#include "app/bson/json.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr int kTwoHashedFields = 31303;
// Source: MongoDB manual, 2d Index Internals.
constexpr double kUsualBits = 26;
constexpr double kMostBits = 32;
constexpr double kUsualMin = -180;
constexpr double kUsualMax = 180;

double numberOr(bson::ValueView value, double fallback)
{
    return value.isNumber() ? value.toDouble() : fallback;
}

Result<void> checkGrid(bson::DocumentView spec)
{
    const double bits = numberOr(spec["bits"], kUsualBits);
    // written so that NaN fails as well
    if (!(bits >= 1 && bits <= kMostBits)) {
        return commandError(ServerCode::InvalidOptions,
                            "bits for hash must be > 0 and <= 32, but "
                                + bson::toShellText(spec["bits"]) + " bits were specified");
    }
    const double min = numberOr(spec["min"], kUsualMin);
    const double max = numberOr(spec["max"], kUsualMax);
    if (!(min < max)) {
        return commandError(ServerCode::InvalidOptions,
                            "region for hash must be valid and have positive area, but ["
                                + std::to_string(min) + ", " + std::to_string(max)
                                + "] was specified");
    }
    return {};
}

Result<void> checkHashed(bson::DocumentView key)
{
    const auto hashed = std::ranges::count_if(key, [](const bson::Element& element) {
        return element.value.type() == bson::Type::String;
    });
    if (hashed > 1) {
        return commandError(kTwoHashedFields,
                            "A maximum of one index field is allowed to be hashed but found "
                                + std::to_string(hashed) + " for 'key' " + bson::toShellText(key));
    }
    return {};
}

} // namespace

Result<void> checkSpecialOptions(bson::DocumentView spec, std::string_view plugin)
{
    const bson::DocumentView key = spec["key"].asDocument();
    if (plugin != "text" && spec.contains("weights")) {
        return commandError(ServerCode::CannotCreateIndex,
                            "Invalid index specification " + bson::toShellText(spec)
                                + "; the field 'weights' can only be specified with text indexes");
    }
    if (plugin == "wildcard" && key.contains("$**") && key.count() > 1
        && !spec.contains("wildcardProjection")) {
        return commandError(ServerCode::CannotCreateIndex,
                            "Compound wildcard indexes on all fields must also specify"
                            " 'wildcardProjection' option");
    }
    if (plugin == "2d") {
        return checkGrid(spec);
    }
    return plugin == "hashed" ? checkHashed(key) : Result<void>();
}

} // namespace sandglass::engine::definitions

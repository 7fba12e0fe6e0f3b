// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/collection_expiry.h"

#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/definitions/listed_options.h"
#include "app/engine/definitions/nan_seconds.h"
#include "app/protocol/server_code.h"

#include <limits>
#include <string>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kField = "expireAfterSeconds";

Error unusableSeconds(const std::string& why)
{
    return commandError(ServerCode::InvalidOptions, "TTL index 'expireAfterSeconds' option " + why);
}

} // namespace

Result<std::int64_t> checkedCollectionSeconds(std::int64_t seconds, base::Time now)
{
    constexpr std::int64_t kMillisPerSecond = 1000;
    if (seconds < 0) {
        return unusableSeconds("cannot be less than 0");
    }
    if (seconds > std::numeric_limits<std::int64_t>::max() / kMillisPerSecond) {
        return unusableSeconds("cannot overflow int64_t when cast as milliseconds, found "
                               + std::to_string(seconds));
    }
    const std::int64_t sinceEpoch = now.time_since_epoch().count() / kMillisPerSecond;
    if (seconds > sinceEpoch) {
        return unusableSeconds("cannot exceed time since last epoch (" + std::to_string(sinceEpoch)
                               + ") found " + std::to_string(seconds));
    }
    return seconds;
}

Result<std::int64_t> collectionSeconds(bson::ValueView number, const CollectionSecondsRules& rules)
{
    if (rules.strictNan && number.isNan()) {
        return nanSecondsRefused();
    }
    return checkedCollectionSeconds(number.toInt64(), rules.now);
}

Result<std::optional<CollectionExpiryChange>>
parseCollectionExpiry(bson::ValueView value, const CollectionSecondsRules& rules)
{
    if (value.isMissing()) {
        return std::optional<CollectionExpiryChange>();
    }
    if (value.type() == bson::Type::String) {
        if (value.asString() == "off") {
            return std::optional(CollectionExpiryChange{});
        }
        return commandError(ServerCode::InvalidOptions,
                            "Invalid string value for the 'clusteredIndex::expireAfterSeconds'"
                            " option. Got: '"
                                + std::string(value.asString()) + "'. Accepted value is 'off'");
    }
    if (!value.isNumber()) {
        return commandError(ServerCode::TypeMismatch,
                            "BSON field 'collMod.expireAfterSeconds' is the wrong type '"
                                + std::string(bson::typeAlias(value.type()))
                                + "', expected types '[string, decimal, double, int, long]'");
    }
    const auto seconds = collectionSeconds(value, rules);
    TRY(seconds);
    return std::optional(CollectionExpiryChange{*seconds});
}

Result<void> checkMayExpire(const catalog::Collection& collection)
{
    const auto shape = collection.shape();
    if (shape->isView()) {
        return commandError(ServerCode::InvalidOptions,
                            "option not supported on a view: expireAfterSeconds");
    }
    if (!shape->clustered && !shape->timeSeries) {
        return commandError(ServerCode::InvalidOptions,
                            "'expireAfterSeconds' option is only supported on collections clustered"
                            " by _id");
    }
    return {};
}

bson::Document withExpiry(bson::DocumentView listed, const CollectionExpiryChange& change)
{
    return withOption(listed, kField,
                      change.seconds ? bson::Value::of(*change.seconds) : bson::Value());
}

} // namespace sandglass::engine::definitions

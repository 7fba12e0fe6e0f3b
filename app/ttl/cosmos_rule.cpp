// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/cosmos_rule.h"

#include "app/protocol/limits.h"
#include "app/ttl/expiry_rule.h"

#include <chrono>

namespace sandglass::ttl {

namespace {

bool isDue(const std::optional<bson::Date>& date, std::int64_t seconds, base::Time now)
{
    ExpiryRule rule;
    rule.expireAfterSeconds = seconds;
    return date && date->millis <= cutoff(rule, now).millis;
}

} // namespace

std::optional<std::int32_t> cosmosSeconds(bson::ValueView value)
{
    // toExactInt64() also reads decimals; Cosmos DB knows no such type
    const std::optional<std::int64_t> seconds = value.toExactInt64();
    if (!seconds || value.type() == bson::Type::Decimal128) {
        return std::nullopt;
    }
    const bool positive = *seconds > 0 && *seconds <= protocol::kMaxExpireAfterSeconds;
    if (!positive && *seconds != kCosmosNever) {
        return std::nullopt;
    }
    return static_cast<std::int32_t>(*seconds);
}

CosmosStamp cosmosStamp(bson::DocumentView document, base::Time writtenAt)
{
    CosmosStamp stamp;
    stamp.seconds = std::chrono::floor<std::chrono::seconds>(writtenAt).time_since_epoch().count();
    const std::optional<std::int32_t> own = cosmosSeconds(document["ttl"]);
    // without a usable `ttl` of its own, a document follows the collection's default
    if (!own) {
        stamp.byCollection = bson::Date::from(writtenAt);
    } else if (*own != kCosmosNever) {
        stamp.byDocument = bson::Date::from(writtenAt + std::chrono::seconds(*own));
    }
    return stamp;
}

bool isCosmosExpired(const CosmosStamp& stamp, std::optional<std::int32_t> collectionSeconds,
                     base::Time now)
{
    if (!collectionSeconds) {
        return false;
    }
    const bool byCollection
        = *collectionSeconds != kCosmosNever && isDue(stamp.byCollection, *collectionSeconds, now);
    // byDocument already contains the document's seconds
    return byCollection || isDue(stamp.byDocument, 0, now);
}

} // namespace sandglass::ttl

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/definitions/index_spec.h"
#include "app/engine/plan/index_key.h"
#include "app/protocol/limits.h"
#include "app/protocol/server_code.h"

#include <limits>
#include <string>

namespace sandglass::engine::definitions {

using plan::isWildcardKey;
using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr int kCappedClustered = 6049202;

// Since 6.2 the specification comes before the text, with a leading dot; before, after it. Source:
// app/ttl/SEMANTICS.md 1.1.
Error ttlError(bson::DocumentView spec, const TtlCreationRules& rules, const std::string& text)
{
    const std::string shown = ". Index spec: " + bson::toShellText(spec);
    return commandError(ServerCode::CannotCreateIndex,
                        rules.strict ? shown + " :: caused by :: " + text : text + shown);
}

// The order of checks is MongoDB's: a value below the 32-bit range is out of range, one inside it
// and below 0 is negative.
Result<void> checkSeconds(bson::DocumentView spec, const TtlCreationRules& rules)
{
    const bson::ValueView value = spec["expireAfterSeconds"];
    if (!value.isNumber()) {
        return ttlError(spec, rules,
                        "TTL index 'expireAfterSeconds' option must be numeric, but received"
                        " a type of '"
                            + std::string(bson::typeAlias(value.type())) + "'");
    }
    if (value.isNan() && rules.strict) {
        return ttlError(spec, rules, "TTL index 'expireAfterSeconds' option must not be NaN");
    }
    const std::int64_t seconds = value.toInt64();
    if (seconds > protocol::kMaxExpireAfterSeconds
        || seconds < std::numeric_limits<std::int32_t>::min()) {
        return ttlError(spec, rules,
                        rules.strict ? "TTL index 'expireAfterSeconds' must be within the range of"
                                       " a 32-bit integer"
                                     : "TTL index 'expireAfterSeconds' option must be within an"
                                       " acceptable range, try a lower number");
    }
    if (seconds < 0) {
        return ttlError(spec, rules, "TTL index 'expireAfterSeconds' option cannot be less than 0");
    }
    return {};
}

Result<void> checkTtlKey(bson::DocumentView spec)
{
    const bson::DocumentView key = spec["key"].asDocument();
    if (key.count() != 1) {
        return commandError(ServerCode::CannotCreateIndex,
                            "TTL indexes are single-field indexes, compound indexes do not support"
                            " TTL. Index spec: "
                                + bson::toShellText(spec));
    }
    if (isWildcardKey(key)) {
        return commandError(ServerCode::CannotCreateIndex,
                            "cannot make a TTL index :: caused by :: Index type 'wildcard' does not"
                            " support the 'expireAfterSeconds' option");
    }
    return {};
}

Result<void> checkTtlCollection(const catalog::CollectionShape& shape,
                                const TtlCreationRules& rules)
{
    if (shape.capped && shape.clustered) {
        return commandError(kCappedClustered,
                            "TTL secondary indexes are not allowed on a capped clustered"
                            " collection");
    }
    if (shape.capped && !rules.cappedTtl) {
        return commandError(ServerCode::CannotCreateIndex,
                            "Cannot create TTL index on a capped collection");
    }
    return {};
}

} // namespace

Result<void> applyExpireAfterSeconds(bson::DocumentView spec, const catalog::CollectionShape& shape,
                                     const TtlCreationRules& rules,
                                     catalog::IndexDefinition& definition)
{
    const bson::ValueView value = spec["expireAfterSeconds"];
    if (value.isMissing()) {
        return {};
    }
    if (!value.isNumber() && !rules.numbersOnly) {
        definition.expireAfterSeconds = bson::Value(value);
        return {};
    }
    TRY(checkSeconds(spec, rules));
    TRY(checkTtlKey(spec));
    TRY(checkTtlCollection(shape, rules));
    // before 7.3 the number is stored with its type, which listIndexes shows
    definition.expireAfterSeconds = rules.keepsInt32
        ? bson::Value::of(static_cast<std::int32_t>(value.toInt64()))
        : bson::Value(value);
    return {};
}

} // namespace sandglass::engine::definitions

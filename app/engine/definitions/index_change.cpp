// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/index_change.h"

#include "app/bson/json.h"
#include "app/engine/definitions/nan_seconds.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/request/arguments.h"
#include "app/engine/timeseries/time_series_indexes.h"
#include "app/protocol/limits.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <string>
#include <vector>

// The checks follow the numbered steps of app/ttl/SEMANTICS.md 2.1: with several mistakes in one
// command, the first step decides which error clients see.

namespace sandglass::engine::definitions {

using catalog::IndexDefinition;
using catalog::IndexInfo;
using plan::isIdKey;
using plan::isWildcardKey;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using timeseries::shownIndexes;

namespace {

constexpr int kHiddenClusteredIndex = 6011800;

Error invalid(std::string text)
{
    return commandError(ServerCode::InvalidOptions, std::move(text));
}

Result<void> parseTarget(const Arguments& arguments, IndexChange& change)
{
    auto name = arguments.text("name");
    TRY(name);
    change.name = *name;
    if (arguments.value("keyPattern").isMissing()) {
        return {};
    }
    auto keyPattern = arguments.document("keyPattern");
    TRY(keyPattern);
    change.keyPattern = *keyPattern;
    return {};
}

/// Reads the seconds with MongoDB's conversions: a value above the range becomes the largest one.
Result<void> parseSeconds(bson::ValueView value, const IndexChangeRules& rules, IndexChange& change)
{
    if (value.isMissing()) {
        return {};
    }
    if (rules.dialect) {
        auto seconds = rules.dialect->changedSeconds(value);
        TRY(seconds);
        change.expireAfterSeconds = *seconds;
        change.byDialect = true;
        return {};
    }
    if (rules.strictNan && value.isNan()) {
        return nanSecondsRefused();
    }
    const std::int64_t seconds = value.toInt64();
    if (seconds < 0) {
        return invalid("TTL index 'expireAfterSeconds' option cannot be less than 0");
    }
    change.expireAfterSeconds
        = static_cast<std::int32_t>(std::min(seconds, protocol::kMaxExpireAfterSeconds));
    return {};
}

Result<void> parseHidden(const Arguments& arguments, IndexChange& change)
{
    auto hidden = arguments.flag("hidden", false);
    TRY(hidden);
    if (!arguments.value("hidden").isMissing()) {
        change.hidden = *hidden;
    }
    return {};
}

/// Reads the fields about uniqueness. Errors (server): TypeMismatch, BadValue, UnknownField before
/// 6.0.
Result<void> parseUniqueness(const Arguments& arguments, const IndexChangeRules& rules,
                             IndexChange& change)
{
    for (const std::string_view field : {"unique", "prepareUnique", "forceNonUnique"}) {
        auto flag = arguments.flag(field, false);
        TRY(flag);
        if (arguments.value(field).isMissing()) {
            continue;
        }
        if (!rules.uniqueness) {
            return arguments.unknownField(field);
        }
        if (field == "prepareUnique") {
            change.prepareUnique = *flag;
        } else if (!*flag) {
            return commandError(ServerCode::BadValue,
                                "'" + std::string(field) + ": false' is not supported");
        } else if (field == "unique") {
            change.unique = true;
        } else {
            change.forceNonUnique = true;
        }
    }
    return {};
}

/// Steps 4 and 5.
Result<void> checkComplete(const IndexChange& change, bool modifies)
{
    if (change.name && change.keyPattern) {
        return invalid("Cannot specify both key pattern and name.");
    }
    if (!change.name && !change.keyPattern) {
        return invalid("Must specify either index name or key pattern.");
    }
    if (!modifies) {
        return invalid("no expireAfterSeconds, hidden, unique, or prepareUnique field");
    }
    return {};
}

bool isNumericTtl(const IndexDefinition& index)
{
    return index.isTtl() && index.expireAfterSeconds.view().isNumber();
}

/// Step 10.
Result<void> checkBecomesTtl(const IndexDefinition& index, const IndexChangeRules& rules)
{
    if (index.isTtl()) {
        return isNumericTtl(index) ? Result<void>()
                                   : invalid("existing expireAfterSeconds field is not a number");
    }
    if (!rules.conversion) {
        return invalid("no expireAfterSeconds field to update");
    }
    if (index.isIdIndex()) {
        return invalid("the _id field does not support TTL indexes");
    }
    if (index.key.view().count() > 1) {
        return invalid("TTL indexes are single-field indexes, compound indexes do not support TTL");
    }
    if (isWildcardKey(index.key)) {
        return invalid("wildcard indexes do not support TTL");
    }
    return {};
}

/// The stored seconds as the reply shows them: 0 for an unusable value that an old version stored.
std::int64_t shownSeconds(const IndexDefinition& index)
{
    const std::int64_t seconds = index.expireAfterSeconds.view().toInt64();
    const bool usable = seconds >= 0 && seconds <= protocol::kMaxExpireAfterSeconds;
    return usable ? seconds : 0;
}

/// Steps 6 to 8.
Result<void> checkForShape(bson::ValueView seconds, const catalog::CollectionShape& shape,
                           const IndexChangeRules& rules, IndexChange& change)
{
    if (!seconds.isMissing() && shape.timeSeries) {
        return invalid("TTL indexes are not supported for time-series collections. Please refer to"
                       " the documentation and use the top-level 'expireAfterSeconds' option"
                       " instead");
    }
    // Before 5.1 collMod converted no index, and the change of a TTL index that expires nothing was
    // allowed. Source: app/ttl/SEMANTICS.md 0.
    if (!seconds.isMissing() && shape.capped && !rules.cappedTtl && rules.conversion) {
        return invalid("TTL indexes are not supported for capped collections.");
    }
    TRY(parseSeconds(seconds, rules, change));
    const bool clusteredMeant = shape.clustered
        && (change.name ? *change.name == shape.clusteredName : isIdKey(*change.keyPattern));
    if (change.hidden && clusteredMeant) {
        return commandError(kHiddenClusteredIndex, "Cannot hide a clustered index");
    }
    return {};
}

} // namespace

Result<IndexChange> parseIndexChange(bson::DocumentView index,
                                     const catalog::CollectionShape& shape,
                                     const IndexChangeRules& rules)
{
    const Arguments arguments("collMod.index", index);
    TRY(arguments.onlyKnown({"name", "keyPattern", "expireAfterSeconds", "hidden", "unique",
                             "prepareUnique", "forceNonUnique"}));
    IndexChange change;
    TRY(parseTarget(arguments, change));
    TRY(parseUniqueness(arguments, rules, change));
    TRY(parseHidden(arguments, change));
    // Only the type for now: the range is step 7, after the checks of the target.
    TRY(arguments.integer("expireAfterSeconds"));
    const bson::ValueView seconds = arguments.value("expireAfterSeconds");
    const bool modifies = !seconds.isMissing() || change.hidden || change.asksForUniqueness();
    TRY(checkComplete(change, modifies));
    TRY(checkForShape(seconds, shape, rules, change));
    const bool others = change.expireAfterSeconds || change.hidden || change.unique;
    if (others && change.prepareUnique) {
        return invalid("collMod does not support 'prepareUnique' with another option");
    }
    if (change.unique && change.forceNonUnique) {
        return invalid("collMod does not support 'unique' and 'forceNonUnique' at the same time");
    }
    return change;
}

Result<IndexInfo> findChangedIndex(const catalog::Collection& collection, const IndexChange& change)
{
    std::vector<IndexInfo> found;
    for (IndexInfo& index : shownIndexes(collection)) {
        if (index.definition.clustered) {
            continue; // listed like an index, but it is the collection itself
        }
        const bool named = change.name
            ? index.definition.name == *change.name
            : protocol::sameKeyPattern(index.definition.key, *change.keyPattern);
        if (named) {
            found.push_back(std::move(index));
        }
    }
    const std::string target
        = change.name ? std::string(*change.name) : bson::toShellText(*change.keyPattern);
    if (found.empty()) {
        return commandError(ServerCode::IndexNotFound,
                            "cannot find index " + target + " for ns " + collection.ns().text());
    }
    if (found.size() > 1) {
        return commandError(ServerCode::AmbiguousIndexKeyPattern,
                            "index keyPattern " + target + " matches "
                                + std::to_string(found.size())
                                + " indexes, must use index name. Conflicting indexes:"
                                + found[0].definition.name + ", " + found[1].definition.name);
    }
    return std::move(found.front());
}

Result<void> checkIndexChange(const catalog::Collection& collection, const IndexDefinition& index,
                              const IndexChange& change, const IndexChangeRules& rules)
{
    if (change.expireAfterSeconds && !rules.dialect) {
        TRY(checkBecomesTtl(index, rules));
    }
    if (change.asksForUniqueness() && index.isIdIndex()) {
        return invalid("the _id index is always unique");
    }
    if (change.unique && !index.unique && !index.prepareUnique) {
        return invalid("Cannot make index unique with 'prepareUnique=false'. Run collMod to set it"
                       " first.");
    }
    if (!change.hidden) {
        return {};
    }
    if (index.isIdIndex()) {
        return commandError(ServerCode::BadValue, "can't hide _id index");
    }
    // the buckets of a time series are in system.buckets.<name>, but their indexes are the user's
    const bool isSystem = collection.ns().collection.starts_with("system.");
    if (isSystem && !collection.shape()->timeSeries) {
        return commandError(ServerCode::BadValue, "Can't hide index on system collection");
    }
    return {};
}

namespace {

/// Applies the fields about uniqueness; the reply names only those that really change.
bool applyUniqueness(const IndexChange& change, IndexDefinition& index, bson::Builder& reply)
{
    bool changed = false;
    if (change.prepareUnique && *change.prepareUnique != index.prepareUnique) {
        reply.append("prepareUnique_old", index.prepareUnique);
        reply.append("prepareUnique_new", *change.prepareUnique);
        index.prepareUnique = *change.prepareUnique;
        changed = true;
    }
    if (change.unique && !index.unique) {
        reply.append("unique_new", true);
        index.unique = true;
        index.prepareUnique = false;
        changed = true;
    }
    if (change.forceNonUnique && index.unique) {
        reply.append("forceNonUnique_new", true);
        index.unique = false;
        changed = true;
    }
    return changed;
}

} // namespace

bool applyIndexChange(const IndexChange& change, IndexDefinition& index, bson::Builder& reply)
{
    bool changed = applyUniqueness(change, index, reply);
    if (change.expireAfterSeconds) {
        if (index.isTtl()) {
            reply.append("expireAfterSeconds_old",
                         change.byDialect ? index.expireAfterSeconds.view().toInt64()
                                          : shownSeconds(index));
        }
        reply.append("expireAfterSeconds_new", std::int64_t{*change.expireAfterSeconds});
        // a value that an old version stored with another type is replaced, even if it is equal
        changed = changed || index.expireAfterSeconds.type() != bson::Type::Int32
            || index.expireAfterSeconds.view().asInt32() != *change.expireAfterSeconds;
        index.expireAfterSeconds = bson::Value::of(*change.expireAfterSeconds);
    }
    if (change.hidden && *change.hidden != index.hidden) {
        reply.append("hidden_old", index.hidden).append("hidden_new", *change.hidden);
        index.hidden = *change.hidden;
        changed = true;
    }
    return changed;
}

} // namespace sandglass::engine::definitions

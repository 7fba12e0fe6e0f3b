// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/index_change.h"

#include "app/bson/json.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/index_key.h"
#include "app/protocol/limits.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

using catalog::IndexDefinition;
using catalog::IndexInfo;
using protocol::commandError;
using protocol::ServerCode;

namespace {

Error invalid(std::string text)
{
    return commandError(ServerCode::InvalidOptions, std::move(text));
}

Result<void> parseTarget(const Arguments& arguments, IndexChange& change)
{
    auto name = arguments.text("name");
    if (!name)
        return name.error();
    change.name = *name;
    if (arguments.value("keyPattern").isMissing())
        return {};
    auto keyPattern = arguments.document("keyPattern");
    if (!keyPattern)
        return keyPattern.error();
    change.keyPattern = *keyPattern;
    return {};
}

/// The value as MongoDB coerces it; above the range it is cut to the largest value.
Result<void> judgeSeconds(bson::ValueView value, bool strictNan, IndexChange& change)
{
    if (value.isMissing())
        return {};
    if (strictNan && value.isNan())
        return invalid(
            "TTL index 'expireAfterSeconds' option must not be NaN: MongoDB would take it"
            " as 0 and delete every document with a date in the past. Set the parameter"
            " sandglassStrictNaN to false to allow this.");
    const std::int64_t seconds = value.toInt64();
    if (seconds < 0)
        return invalid("TTL index 'expireAfterSeconds' option cannot be less than 0");
    change.expireAfterSeconds
        = static_cast<std::int32_t>(std::min(seconds, protocol::kMaxExpireAfterSeconds));
    return {};
}

Result<void> parseHidden(const Arguments& arguments, IndexChange& change)
{
    auto hidden = arguments.flag("hidden", false);
    if (!hidden)
        return hidden.error();
    if (!arguments.value("hidden").isMissing())
        change.hidden = *hidden;
    return {};
}

/// Whether a conversion to or from a unique index is asked for. Errors: 14.
Result<bool> asksForUnique(const Arguments& arguments)
{
    bool asked = false;
    for (const std::string_view field : {"unique", "prepareUnique", "forceNonUnique"}) {
        auto flag = arguments.flag(field, false);
        if (!flag)
            return flag.error();
        asked = asked || !arguments.value(field).isMissing();
    }
    return asked;
}

Result<void> checkComplete(const IndexChange& change, bool modifies)
{
    if (change.name && change.keyPattern)
        return invalid("Cannot specify both key pattern and name.");
    if (!change.name && !change.keyPattern)
        return invalid("Must specify either index name or key pattern.");
    if (!modifies)
        return invalid("no expireAfterSeconds, hidden, unique, or prepareUnique field");
    return {};
}

bool isNumericTtl(const IndexDefinition& index)
{
    return index.isTtl() && index.expireAfterSeconds.view().isNumber();
}

Result<void> checkBecomesTtl(const IndexDefinition& index)
{
    if (index.isTtl())
        return isNumericTtl(index) ? Result<void>()
                                   : invalid("existing expireAfterSeconds field is not a number");
    if (index.isIdIndex())
        return invalid("the _id field does not support TTL indexes");
    if (index.key.view().count() > 1)
        return invalid("TTL indexes are single-field indexes, compound indexes do not support TTL");
    if (isWildcardKey(index.key))
        return invalid("wildcard indexes do not support TTL");
    return {};
}

/// The stored seconds as the reply shows them: what old versions stored and cannot be used counts
/// as 0.
std::int64_t shownSeconds(const IndexDefinition& index)
{
    const std::int64_t seconds = index.expireAfterSeconds.view().toInt64();
    const bool usable = seconds >= 0 && seconds <= protocol::kMaxExpireAfterSeconds;
    return usable ? seconds : 0;
}

} // namespace

Result<IndexChange> parseIndexChange(bson::DocumentView index, bool strictNan)
{
    const Arguments arguments("collMod.index", index);
    if (auto good = arguments.onlyKnown({"name", "keyPattern", "expireAfterSeconds", "hidden",
                                         "unique", "prepareUnique", "forceNonUnique"},
                                        false);
        !good)
        return good.error();
    IndexChange change;
    if (auto good = parseTarget(arguments, change); !good)
        return good.error();
    auto unique = asksForUnique(arguments);
    if (!unique)
        return unique.error();
    if (auto good = parseHidden(arguments, change); !good)
        return good.error();
    if (auto numeric = arguments.integer("expireAfterSeconds"); !numeric)
        return numeric.error();
    const bson::ValueView seconds = arguments.value("expireAfterSeconds");
    const bool modifies = !seconds.isMissing() || change.hidden || *unique;
    if (auto good = checkComplete(change, modifies); !good)
        return good.error();
    if (auto good = judgeSeconds(seconds, strictNan, change); !good)
        return good.error();
    const bool others = change.expireAfterSeconds || change.hidden;
    if (others && !arguments.value("prepareUnique").isMissing())
        return invalid("collMod does not support 'prepareUnique' with another option");
    if (*unique)
        return notSupportedYet("Converting an index to or from unique");
    return change;
}

Result<IndexInfo> findChangedIndex(const catalog::Collection& collection, const IndexChange& change)
{
    std::vector<IndexInfo> found;
    for (IndexInfo& index : collection.indexes()) {
        const bool meant = change.name
            ? index.definition.name == *change.name
            : protocol::sameKeyPattern(index.definition.key, *change.keyPattern);
        if (meant)
            found.push_back(std::move(index));
    }
    const std::string target
        = change.name ? std::string(*change.name) : bson::toShellText(*change.keyPattern);
    if (found.empty())
        return commandError(ServerCode::IndexNotFound,
                            "cannot find index " + target + " for ns " + collection.ns().text());
    if (found.size() > 1)
        return commandError(ServerCode::AmbiguousIndexKeyPattern,
                            "index keyPattern " + target + " matches "
                                + std::to_string(found.size()) + " indexes, must use index name.");
    return std::move(found.front());
}

Result<void> checkIndexChange(const catalog::Collection& collection, const IndexDefinition& index,
                              const IndexChange& change)
{
    if (change.expireAfterSeconds) {
        if (auto good = checkBecomesTtl(index); !good)
            return good;
    }
    if (!change.hidden)
        return {};
    if (index.isIdIndex())
        return commandError(ServerCode::BadValue, "can't hide _id index");
    if (collection.ns().collection.starts_with("system."))
        return commandError(ServerCode::BadValue, "Can't hide index on system collection");
    return {};
}

bool applyIndexChange(const IndexChange& change, IndexDefinition& index, bson::Builder& reply)
{
    bool changed = false;
    if (change.expireAfterSeconds) {
        if (index.isTtl())
            reply.append("expireAfterSeconds_old", shownSeconds(index));
        reply.append("expireAfterSeconds_new", std::int64_t{*change.expireAfterSeconds});
        // values that old versions stored as another type are written anew
        changed = index.expireAfterSeconds.type() != bson::Type::Int32
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

} // namespace sandglass::engine::commands

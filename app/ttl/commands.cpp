// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/ttl/draft.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/shell_text.h"

#include <limits>

namespace sandglass::ttl {

namespace {

// As int32 where it fits: servers list the value so, and some compare types as well.
void appendSeconds(bson::Builder& builder, std::int64_t seconds)
{
    constexpr std::string_view kKey = "expireAfterSeconds";
    if (seconds >= std::numeric_limits<std::int32_t>::min()
        && seconds <= std::numeric_limits<std::int32_t>::max()) {
        builder.append(kKey, static_cast<std::int32_t>(seconds));
    } else {
        builder.append(kKey, seconds);
    }
}

std::string databaseText(const protocol::Namespace& ns)
{
    return "db.getSiblingDB(" + javaScriptString(ns.database) + ")";
}

// The fields after `collMod` for a collection's own rule; starts with a comma.
std::string ownRuleText(const IndexChange& change)
{
    if (change.switchedOff) {
        return ", expireAfterSeconds: \"off\"";
    }
    return change.expireAfterSeconds
        ? ", expireAfterSeconds: " + std::to_string(*change.expireAfterSeconds)
        : std::string();
}

std::string collectionText(const protocol::Namespace& ns)
{
    return databaseText(ns) + ".getCollection(" + javaScriptString(ns.collection) + ")";
}

} // namespace

bson::Document createIndexesCommand(const TtlIndexSpec& spec)
{
    bson::Builder builder;
    builder.append("createIndexes", spec.ns.collection);
    builder.beginArray("indexes").pushDocument();
    builder.append("key", spec.key).append("name", spec.name);
    if (!spec.ordinary) {
        appendSeconds(builder, spec.expireAfterSeconds);
    }
    if (spec.partialFilter) {
        builder.append("partialFilterExpression", *spec.partialFilter);
    }
    if (spec.hidden) {
        builder.append("hidden", true);
    }
    return builder.take();
}

bson::Document collModCommand(const IndexChange& change)
{
    bson::Builder builder;
    builder.append("collMod", change.index.ns.collection);
    if (isOwnRule(change.index)) {
        if (change.switchedOff) {
            builder.append("expireAfterSeconds", "off");
        } else if (change.expireAfterSeconds) {
            appendSeconds(builder, *change.expireAfterSeconds);
        }
        return builder.take();
    }
    // by name: a key pattern may fit several indexes, and the server then refuses the command
    builder.beginDocument("index").append("name", change.index.name);
    if (change.expireAfterSeconds) {
        appendSeconds(builder, *change.expireAfterSeconds);
    }
    if (change.hidden) {
        builder.append("hidden", *change.hidden);
    }
    return builder.take();
}

bson::Document dropIndexesCommand(const IndexRef& index)
{
    return bson::makeDocument("dropIndexes", index.ns.collection, "index", index.name);
}

std::string mongoshText(const TtlIndexSpec& spec)
{
    std::string text = collectionText(spec.ns) + ".createIndex(" + javaScriptObject(spec.key)
        + ", { name: " + javaScriptString(spec.name);
    if (!spec.ordinary) {
        text += ", expireAfterSeconds: " + std::to_string(spec.expireAfterSeconds);
    }
    if (spec.partialFilter) {
        text += ", partialFilterExpression: " + javaScriptObject(*spec.partialFilter);
    }
    if (spec.hidden) {
        text += ", hidden: true";
    }
    return text + " })";
}

std::string mongoshText(const IndexChange& change)
{
    std::string text = databaseText(change.index.ns)
        + ".runCommand({ collMod: " + javaScriptString(change.index.ns.collection);
    if (isOwnRule(change.index)) {
        return text + ownRuleText(change) + " })";
    }
    text += ", index: { name: " + javaScriptString(change.index.name);
    if (change.expireAfterSeconds) {
        text += ", expireAfterSeconds: " + std::to_string(*change.expireAfterSeconds);
    }
    if (change.hidden) {
        text += std::string(", hidden: ") + (*change.hidden ? "true" : "false");
    }
    return text + " } })";
}

std::string mongoshText(const IndexRef& dropped)
{
    return collectionText(dropped.ns) + ".dropIndex(" + javaScriptString(dropped.name) + ")";
}

} // namespace sandglass::ttl

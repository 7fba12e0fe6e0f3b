// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/types.h"

#include "app/bson/builder.h"
#include "app/protocol/limits.h"

#include <algorithm>

namespace sandglass::engine::catalog {

namespace {

// nullopt for a stored value with which nothing expires: not a number, NaN, out of range.
std::optional<std::int64_t> usableSeconds(bson::ValueView value)
{
    if (!value.isNumber() || value.isNan()) {
        return {};
    }
    const std::int64_t seconds = value.toInt64();
    if (seconds < 0 || seconds > protocol::kMaxExpireAfterSeconds) {
        return {};
    }
    return seconds;
}

} // namespace

bool isWildcardPath(std::string_view path)
{
    return path == "$**" || path.ends_with(".$**");
}

std::size_t countedIndexes(const std::vector<IndexInfo>& indexes)
{
    return static_cast<std::size_t>(
        std::count_if(indexes.begin(), indexes.end(),
                      [](const IndexInfo& index) { return !index.definition.clustered; }));
}

bool IndexDefinition::hasEntries() const
{
    const std::vector<protocol::KeyField> fields = protocol::keyFields(key);
    const bool storable
        = std::all_of(fields.begin(), fields.end(), [](const protocol::KeyField& field) {
              return field.plugin.empty() || field.plugin == "hashed";
          });
    return isOrdered()
        || (keyed && storable && !fields.empty() && fields.size() <= protocol::kMaxIndexFields);
}

bool IndexDefinition::isOrdered() const
{
    const std::vector<protocol::KeyField> fields = protocol::keyFields(key);
    const bool plain
        = std::all_of(fields.begin(), fields.end(), [](const protocol::KeyField& field) {
              return field.plugin.empty() && !isWildcardPath(field.path);
          });
    return plain && !fields.empty() && fields.size() <= protocol::kMaxIndexFields;
}

bson::Document IndexDefinition::listEntry() const
{
    bson::Builder entry;
    entry.append("v", static_cast<std::int32_t>(version)).append("key", key).append("name", name);
    if (clustered || (unique && !isIdIndex())) {
        entry.append("unique", true);
    }
    if (prepareUnique) {
        entry.append("prepareUnique", true);
    }
    if (sparse) {
        entry.append("sparse", true);
    }
    if (hidden) {
        entry.append("hidden", true);
    }
    if (partialFilter) {
        entry.append("partialFilterExpression", *partialFilter);
    }
    if (collation) {
        entry.append("collation", *collation);
    }
    if (clustered) {
        entry.append("clustered", true);
    }
    entry.appendAll(otherOptions);
    if (isTtl()) {
        if (usableSeconds(expireAfterSeconds)) {
            entry.append("expireAfterSeconds", expireAfterSeconds);
        } else {
            // as MongoDB lists an unusable value. Source: app/ttl/SEMANTICS.md 1.1
            entry.append("expireAfterSeconds",
                         static_cast<std::int32_t>(protocol::kMaxExpireAfterSeconds));
        }
    }
    return entry.take();
}

ttl::ExpiryRule IndexDefinition::rule() const
{
    ttl::ExpiryRule rule;
    const std::vector<protocol::KeyField> fields = protocol::keyFields(key);
    if (!fields.empty()) {
        rule.field = fields.front().path;
    }
    const std::optional<std::int64_t> seconds = usableSeconds(expireAfterSeconds);
    rule.expireAfterSeconds = seconds.value_or(protocol::kMaxExpireAfterSeconds);
    rule.valid = seconds.has_value() && fields.size() == 1 && isOrdered();
    return rule;
}

} // namespace sandglass::engine::catalog

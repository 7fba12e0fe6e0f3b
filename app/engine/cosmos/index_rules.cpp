// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/index_rules.h"

#include "app/engine/cosmos/ttl_index.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandglass::engine::cosmos {

using catalog::IndexDefinition;
using protocol::commandError;
using protocol::ServerCode;

namespace {

/// The options that a TTL index may have. Others, such as a filter, would have no effect.
constexpr std::array<std::string_view, 7> kTtlOptions{
    "key", "name", "v", "ns", "background", "dropDups", "expireAfterSeconds"};
/// Cosmos DB lists its indexes with version 1.
constexpr std::int32_t kListedVersion = 1;

/// In the sample of the vendor's documentation numIndexesAfter is 4 when a new collection gets its
/// TTL index: `_id_`, `_ts_1` and two more that listIndexes does not show. The carriers correspond
/// to these two.
constexpr std::size_t kHiddenBehindTtl = 2;

std::int32_t countOf(const std::vector<IndexDefinition>& indexes)
{
    const bool hasTtl = std::ranges::any_of(
        indexes, [](const IndexDefinition& index) { return ttlIndexOf(index).has_value(); });
    return static_cast<std::int32_t>(indexes.size() + (hasTtl ? kHiddenBehindTtl : 0));
}

Result<void> checkTtlOptions(bson::DocumentView spec)
{
    for (const bson::Element& option : spec) {
        if (std::ranges::find(kTtlOptions, option.key) == kTtlOptions.end()) {
            return commandError(ServerCode::BadValue,
                                "The '" + std::string(option.key)
                                    + "' option is not supported together with"
                                      " 'expireAfterSeconds'.");
        }
    }
    return {};
}

} // namespace

base::Error onlyOnReservedField()
{
    return commandError(ServerCode::BadValue,
                        "The 'expireAfterSeconds' option is supported on '_ts' field only.");
}

Result<bson::Value> IndexRules::expireAfterSeconds(bson::DocumentView spec) const
{
    const bson::DocumentView key = spec["key"].asDocument();
    const bson::ValueView value = spec["expireAfterSeconds"];
    if (isCarrier(spec["name"].asString())) {
        return commandError(ServerCode::BadValue,
                            "The index name '" + std::string(spec["name"].asString())
                                + "' is reserved.");
    }
    if (value.isMissing() && touchesReserved(key)) {
        return commandError(ServerCode::BadValue,
                            "The '_ts' field is reserved: the only index that it can have is one"
                            " with 'expireAfterSeconds'.");
    }
    if (value.isMissing()) {
        return bson::Value();
    }
    if (!isTtlKey(key)) {
        return onlyOnReservedField();
    }
    auto seconds = changedSeconds(value);
    TRY(seconds);
    TRY(checkTtlOptions(spec));
    return bson::Value::of(*seconds);
}

Result<std::int32_t> IndexRules::changedSeconds(bson::ValueView seconds) const
{
    const auto accepted = ttl::cosmosSeconds(seconds);
    if (!accepted) {
        return commandError(ServerCode::BadValue,
                            "The 'expireAfterSeconds' option must be -1 or a whole number from 1"
                            " to 2147483647.");
    }
    return *accepted;
}

bool IndexRules::replaces(const IndexDefinition& requested, const IndexDefinition& existing) const
{
    const auto wanted = ttlIndexOf(requested);
    const auto there = ttlIndexOf(existing);
    return wanted && there && *wanted != *there;
}

void IndexRules::appendReply(const catalog::IndexCreation& creation, bson::Builder& reply) const
{
    reply.append("_t", "CreateIndexesResponse");
    reply.append("createdCollectionAutomatically", creation.collectionCreated);
    reply.append("numIndexesBefore", countOf(creation.before));
    reply.append("numIndexesAfter", countOf(creation.after));
    if (creation.fresh == 0) {
        reply.append("note", "all indexes already exist");
    }
}

bson::Document IndexRules::listEntry(const IndexDefinition& index,
                                     const protocol::Namespace& ns) const
{
    bson::Builder entry;
    // the order of fields is that of Cosmos DB's replies
    const bson::Document plain = index.listEntry();
    for (const bson::Element& option : plain.view()) {
        if (option.key == "expireAfterSeconds") {
            entry.append(option.key, index.expireAfterSeconds);
        } else if (option.key != "v" && option.key != "key" && option.key != "name") {
            entry.append(option.key, option.value);
        }
    }
    return entry.append("v", kListedVersion)
        .append("key", index.key)
        .append("name", index.name)
        .append("ns", ns.text())
        .take();
}

} // namespace sandglass::engine::cosmos

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/ttl_index.h"

#include "app/bson/builder.h"
#include "app/engine/cosmos/stamp.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::cosmos {

using catalog::IndexDefinition;
using catalog::IndexInfo;

namespace {

/// Options of the first carrier that store the public name and key.
constexpr std::string_view kPublicName = "publicName";
constexpr std::string_view kPublicKey = "publicKey";

IndexDefinition carrier(std::string_view name, std::string_view path, std::int32_t seconds)
{
    IndexDefinition definition;
    definition.name = name;
    definition.key = bson::makeDocument(path, 1);
    definition.sparse = true; // a document has only one of the two dates
    definition.expireAfterSeconds = bson::Value::of(seconds);
    return definition;
}

TtlIndex carriedBy(const IndexDefinition& first, std::int32_t seconds)
{
    return {std::string(first.otherOptions[kPublicName].asString()),
            bson::Document(first.otherOptions[kPublicKey].asDocument()), seconds};
}

std::int32_t secondsOf(const IndexDefinition& definition)
{
    return definition.expireAfterSeconds.view().asInt32();
}

IndexInfo publicInfo(IndexInfo first, const IndexInfo* second)
{
    const std::int32_t seconds = second ? secondsOf(second->definition) : ttl::kCosmosNever;
    const TtlIndex index = carriedBy(first.definition, seconds);
    IndexDefinition shown;
    shown.name = index.name;
    shown.key = index.key;
    shown.expireAfterSeconds = bson::Value::of(index.seconds);
    first.definition = std::move(shown);
    // clients see the key null once per document
    first.multikey = false;
    if (second) {
        first.ready = first.ready && second->ready;
    }
    return first;
}

} // namespace

bool isCarrier(std::string_view indexName)
{
    return indexName == kByDocumentIndex || indexName == kByCollectionIndex;
}

bool isTtlKey(bson::DocumentView key)
{
    if (key.count() != 1 || key.begin()->key != kReservedField) {
        return false;
    }
    const bson::ValueView direction = key.begin()->value;
    return direction.isNumber() && !direction.isNan() && direction.toDouble() != 0;
}

bool touchesReserved(bson::DocumentView key)
{
    return std::any_of(key.begin(), key.end(), [](const bson::Element& field) {
        // "_ts.x" counts as well, "_tsx" does not
        return field.key.substr(0, field.key.find('.')) == kReservedField;
    });
}

std::optional<TtlIndex> ttlIndexOf(const IndexDefinition& definition)
{
    const auto seconds = ttl::cosmosSeconds(definition.expireAfterSeconds);
    if (!seconds || !isTtlKey(definition.key)) {
        return std::nullopt;
    }
    return TtlIndex{definition.name, definition.key, *seconds};
}

std::vector<IndexDefinition> carriersOf(const TtlIndex& index)
{
    IndexDefinition first = carrier(kByDocumentIndex, kByDocumentPath, 0);
    first.otherOptions = bson::makeDocument(kPublicName, index.name, kPublicKey, index.key);
    std::vector<IndexDefinition> carriers{std::move(first)};
    if (index.seconds != ttl::kCosmosNever) {
        carriers.push_back(collectionCarrier(index.seconds));
    }
    return carriers;
}

IndexDefinition collectionCarrier(std::int32_t seconds)
{
    return carrier(kByCollectionIndex, kByCollectionPath, seconds);
}

std::optional<TtlIndex> ttlIndexOf(const catalog::Collection& real)
{
    const auto first = real.index(kByDocumentIndex);
    const auto seconds = ttlSecondsOf(real);
    if (!first || !seconds) {
        return std::nullopt;
    }
    return carriedBy(first->definition, *seconds);
}

std::optional<std::int32_t> ttlSecondsOf(const catalog::Collection& real)
{
    if (!real.expiryRule(kByDocumentIndex)) {
        return std::nullopt;
    }
    const auto rule = real.expiryRule(kByCollectionIndex);
    return rule ? static_cast<std::int32_t>(rule->expireAfterSeconds) : ttl::kCosmosNever;
}

std::vector<IndexInfo> publicIndexes(std::vector<IndexInfo> all)
{
    const auto second = std::find_if(all.begin(), all.end(), [](const IndexInfo& index) {
        return index.definition.name == kByCollectionIndex;
    });
    std::vector<IndexInfo> shown;
    for (const IndexInfo& index : all) {
        if (index.definition.name == kByDocumentIndex) {
            shown.push_back(publicInfo(index, second == all.end() ? nullptr : &*second));
        } else if (index.definition.name != kByCollectionIndex) {
            shown.push_back(index);
        }
    }
    return shown;
}

} // namespace sandglass::engine::cosmos

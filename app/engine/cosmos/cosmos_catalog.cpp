// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/cosmos_catalog.h"

#include "app/engine/cosmos/cosmos_collection.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sandglass::engine::cosmos {

using catalog::Collection;
using catalog::IndexDefinition;

namespace {

bool isServersOwn(const protocol::Namespace& ns)
{
    return ns.database == "local" || ns.database == "config"
        || ns.collection.starts_with("system.");
}

Result<void> checkOptions(const catalog::CollectionOptions& options)
{
    if (catalog::shapeOf(options).expireAfterSeconds) {
        return onlyOnReservedField();
    }
    return {};
}

} // namespace

CosmosCatalog::CosmosCatalog(catalog::Catalog& real, const base::Clock& clock)
    : m_real(real)
    , m_clock(clock)
{
}

std::shared_ptr<Collection> CosmosCatalog::shown(std::shared_ptr<Collection> real) const
{
    if (!real || isServersOwn(real->ns())) {
        return real;
    }
    return std::make_shared<CosmosCollection>(std::move(real), m_clock);
}

std::vector<std::shared_ptr<Collection>> CosmosCatalog::collections(std::string_view database) const
{
    std::vector<std::shared_ptr<Collection>> found = m_real.collections(database);
    for (std::shared_ptr<Collection>& collection : found) {
        collection = shown(std::move(collection));
    }
    return found;
}

std::shared_ptr<Collection> CosmosCatalog::find(const protocol::Namespace& ns) const
{
    return shown(m_real.find(ns));
}

Result<std::shared_ptr<Collection>> CosmosCatalog::create(const protocol::Namespace& ns,
                                                          const catalog::CollectionOptions& options)
{
    return createIndexed(ns, options, {});
}

Result<std::shared_ptr<Collection>>
CosmosCatalog::createIndexed(const protocol::Namespace& ns,
                             const catalog::CollectionOptions& options,
                             const std::vector<catalog::IndexDefinition>& indexes)
{
    TRY(checkOptions(options));
    auto made = m_real.createIndexed(ns, options, indexes);
    TRY(made);
    return shown(std::move(*made));
}

Result<std::shared_ptr<Collection>> CosmosCatalog::findOrCreate(const protocol::Namespace& ns,
                                                                bool* created)
{
    auto found = m_real.findOrCreate(ns, created);
    TRY(found);
    return shown(std::move(*found));
}

Result<int> CosmosCatalog::drop(const protocol::Namespace& ns)
{
    const auto index = ttlIndex(ns);
    auto dropped = m_real.drop(ns);
    if (!dropped || !index) {
        return dropped;
    }
    // the result is the number of indexes, and for clients the carriers are one
    return *dropped - static_cast<int>(carrierNames(*index).size()) + 1;
}

Result<void> CosmosCatalog::setOptions(const protocol::Namespace& ns,
                                       const catalog::CollectionOptions& options)
{
    TRY(checkOptions(options));
    return m_real.setOptions(ns, options);
}

std::optional<TtlIndex> CosmosCatalog::ttlIndex(const protocol::Namespace& ns) const
{
    const auto real = m_real.find(ns);
    return real ? ttlIndexOf(*real) : std::nullopt;
}

std::vector<std::string> CosmosCatalog::carrierNames(const TtlIndex& index) const
{
    std::vector<std::string> names;
    for (const IndexDefinition& carrier : carriersOf(index)) {
        names.push_back(carrier.name);
    }
    return names;
}

Result<void> CosmosCatalog::createIndexes(const protocol::Namespace& ns,
                                          const std::vector<IndexDefinition>& definitions,
                                          const catalog::Collection::Interruption& interrupted)
{
    const std::lock_guard changes(m_ttlChanges);
    std::vector<IndexDefinition> plain;
    std::optional<TtlIndex> wanted;
    for (const IndexDefinition& definition : definitions) {
        if (auto index = ttlIndexOf(definition)) {
            wanted = std::move(index);
        } else if (definition.isTtl()) {
            return onlyOnReservedField();
        } else {
            plain.push_back(definition);
        }
    }
    // the first TTL index is built together with the others, in one pass over the documents
    const bool first = wanted && !ttlIndex(ns);
    if (first) {
        std::ranges::move(carriersOf(*wanted), std::back_inserter(plain));
    }
    if (!plain.empty()) {
        TRY(m_real.createIndexes(ns, plain, interrupted));
    }
    return wanted && !first ? putTtlIndex(ns, *wanted) : Result<void>();
}

/// Changes or replaces the TTL index. Where that takes two steps, nothing expires in between.
Result<void> CosmosCatalog::putTtlIndex(const protocol::Namespace& ns, const TtlIndex& index)
{
    const auto there = ttlIndex(ns);
    if (there && there->name == index.name && there->key == index.key) {
        return setSeconds(ns, index);
    }
    // a changed name or key is stored in the carriers, so both are rebuilt
    if (there) {
        TRY(m_real.dropIndexes(ns, carrierNames(*there)));
    }
    return m_real.createIndexes(ns, carriersOf(index));
}

Result<void> CosmosCatalog::setSeconds(const protocol::Namespace& ns, const TtlIndex& index)
{
    const auto real = m_real.find(ns);
    // the default expiry is the second carrier
    const bool hasDefault = real && real->expiryRule(kByCollectionIndex);
    if (index.seconds == ttl::kCosmosNever) {
        return hasDefault ? m_real.dropIndexes(ns, {std::string(kByCollectionIndex)})
                          : Result<void>();
    }
    const IndexDefinition carrier = collectionCarrier(index.seconds);
    return hasDefault ? m_real.modifyIndex(ns, carrier) : m_real.createIndexes(ns, {carrier});
}

Result<void> CosmosCatalog::dropIndexes(const protocol::Namespace& ns,
                                        const std::vector<std::string>& names)
{
    const std::lock_guard changes(m_ttlChanges);
    const auto index = ttlIndex(ns);
    std::vector<std::string> stored;
    for (const std::string& name : names) {
        if (index && index->name == name) {
            std::ranges::move(carrierNames(*index), std::back_inserter(stored));
        } else {
            stored.push_back(name);
        }
    }
    return m_real.dropIndexes(ns, stored);
}

Result<void> CosmosCatalog::modifyIndex(const protocol::Namespace& ns,
                                        const IndexDefinition& definition,
                                        const catalog::Collection::Interruption& interrupted)
{
    const std::lock_guard changes(m_ttlChanges);
    const auto wanted = ttlIndexOf(definition);
    if (definition.isTtl() && !wanted) {
        return onlyOnReservedField();
    }
    const auto there = ttlIndex(ns);
    if (!wanted || !there || there->name != wanted->name) {
        return m_real.modifyIndex(ns, definition, interrupted);
    }
    if (definition.hidden) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "The index on '_ts' cannot be hidden.");
    }
    return putTtlIndex(ns, *wanted);
}

} // namespace sandglass::engine::cosmos

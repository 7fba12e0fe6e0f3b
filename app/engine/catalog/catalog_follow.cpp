// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_impl.h"

#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

/// The parts of a collection that a change of its catalog entry may have changed, as `loaded` has
/// them.
void takeOver(CollectionImpl& known, const CollectionImpl& loaded)
{
    known.setNamespace(loaded.ns());
    known.setOptions(loaded.options());
    known.publish(loaded.indexSet());
}

} // namespace

Result<std::unique_ptr<Catalog>> Catalog::openStandby(storage::KeyValueStore& store,
                                                      const base::Clock& clock,
                                                      FilterCompiler compileFilter)
{
    auto core = std::make_shared<Core>(store, clock, std::move(compileFilter));
    core->standby = true;
    store.setKeyFilter(core->dead);
    auto catalog = std::make_unique<CatalogImpl>(std::move(core));
    TRY(catalog->reload());
    return catalog;
}

Result<void> CatalogImpl::follow(const std::function<Result<bool>()>& advance)
{
    // who compares documents with entries must not lose some to the next state
    for (const Entry& collection : allCollections()) {
        if (collection->isReadExactly()) {
            return {};
        }
    }
    {
        // readers take indexes and a snapshot that fit each other: see consistentView()
        const std::unique_lock gate(m_core->following);
        const auto moved = advance();
        TRY(moved);
        if (!*moved) {
            return {};
        }
        m_missedLists = false;
        TRY(reload());
        if (m_missedLists) {
            return base::failure(Errc::Conflict,
                                 "the primary has removed documents for good before this standby "
                                 "was told of them; it starts afresh from the files");
        }
    }
    if (m_core->committed) {
        m_core->committed();
    }
    return {};
}

Result<void> CatalogImpl::reload()
{
    std::map<std::uint32_t, Entry> known;
    for (const auto& [ns, entry] : m_collections) {
        known.emplace(entry->id(), entry);
    }
    std::map<protocol::Namespace, Entry> current;
    const auto [lower, upper] = collectionKeys();
    const auto entries = m_core->store.iterate(Family::Meta, lower, upper, nullptr);
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        const auto stored = decodeCollection(collectionIdOf(entries->key()), entries->value());
        TRY(stored);
        const auto before = known.extract(stored->id);
        auto entry = followed(before ? before.mapped() : nullptr, *stored, entries->value());
        if (!entry) {
            return std::move(entry.error()).during("following collection " + stored->ns.text());
        }
        current.insert_or_assign(stored->ns, *std::move(entry));
    }
    TRY(entries->status());
    for (const auto& [id, gone] : known) {
        gone->setDropped(true);
    }
    const std::unique_lock lock(m_mutex);
    m_collections = std::move(current);
    return {};
}

Result<CatalogImpl::Entry> CatalogImpl::followed(const Entry& known, const StoredCollection& stored,
                                                 storage::Slice value)
{
    if (!known) {
        return loadCollection(stored);
    }
    if (encodeCollection(known->stored(*known->indexSet())) != value) {
        const auto loaded = loadCollection(stored);
        TRY(loaded);
        takeOver(*known, **loaded);
    }
    TRY(loadCounters(*known));
    return known;
}

} // namespace sandglass::engine::catalog

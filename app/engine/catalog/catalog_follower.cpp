// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_follower.h"

#include "app/engine/catalog/catalog_loader.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

/// Copies from `loaded` the parts of a collection that its catalog entry describes.
void takeOver(CollectionImpl& known, const CollectionImpl& loaded)
{
    known.setNamespace(loaded.ns());
    known.setOptions(loaded.options());
    known.publish(loaded.indexSet());
}

} // namespace

CatalogFollower::CatalogFollower(std::shared_ptr<Core> core, CollectionTable& table)
    : m_core(std::move(core))
    , m_table(table)
{
}

Result<void> CatalogFollower::follow(const std::function<Result<bool>()>& advance)
{
    // a verification compares documents with entries and must not see the state change
    for (const Entry& collection : m_table.all()) {
        if (collection->isReadExactly()) {
            return {};
        }
    }
    {
        // no reader may take indexes and snapshot in between: see consistentView()
        const std::unique_lock gate(m_core->following);
        const auto moved = advance();
        TRY(moved);
        if (!*moved) {
            return {};
        }
        const auto whole = reload();
        TRY(whole);
        if (!*whole) {
            return base::failure(Errc::Conflict,
                                 "the primary has freed the space of removed documents that this "
                                 "standby had not read yet; the standby loads the files again");
        }
    }
    if (m_core->committed) {
        m_core->committed();
    }
    return {};
}

Result<bool> CatalogFollower::reload()
{
    std::map<std::uint32_t, Entry> known;
    for (const Entry& entry : m_table.all()) {
        known.emplace(entry->id(), entry);
    }
    CatalogLoader loader(m_core, m_table);
    const auto otherOrder = loader.checkOrder();
    TRY(otherOrder);
    std::vector<Entry> current;
    const auto [lower, upper] = collectionKeys();
    const auto entries = m_core->store.iterate(Family::Meta, lower, upper, nullptr);
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        const auto stored = decodeCollection(collectionIdOf(entries->key()), entries->value());
        TRY(stored);
        const auto before = known.extract(stored->id);
        auto entry = followed(loader, before ? before.mapped() : nullptr, *stored,
                              *otherOrder ? storage::Slice() : storage::Slice(entries->value()));
        if (!entry) {
            return std::move(entry.error()).during("following collection " + stored->ns.text());
        }
        current.push_back(*std::move(entry));
    }
    TRY(entries->status());
    // what is left has no entry any more: cursors on it must fail
    for (const auto& [id, missing] : known) {
        missing->setDropped(true);
    }
    m_table.replace(current);
    return !loader.missedLists();
}

Result<CatalogFollower::Entry> CatalogFollower::followed(CatalogLoader& loader, const Entry& known,
                                                         const StoredCollection& stored,
                                                         storage::Slice value)
{
    if (!known) {
        return loader.loadCollection(stored);
    }
    // entries rarely change: comparing bytes is cheaper than building the states again
    if (encodeCollection(known->stored(*known->indexSet())) != value) {
        const auto loaded = loader.loadCollection(stored);
        TRY(loaded);
        takeOver(*known, **loaded);
    }
    TRY(loader.loadCounters(*known));
    return known;
}

} // namespace sandglass::engine::catalog

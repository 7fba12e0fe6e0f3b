// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/index_catalog.h"

#include "app/engine/catalog/index_change.h"
#include "app/engine/catalog/oplog_commands.h"
#include "app/engine/catalog/unique_change.h"
#include "app/engine/storage/failpoint.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::catalog {

namespace {

using protocol::ServerCode;
using storage::Durability;
using storage::Family;

base::Error noSuchIndex(const std::string& name, const CollectionImpl& collection)
{
    return protocol::commandError(ServerCode::IndexNotFound,
                                  "index not found with name [" + name + "] on "
                                      + collection.ns().text());
}

std::vector<std::uint32_t> idsOf(const std::vector<std::shared_ptr<const IndexState>>& states)
{
    std::vector<std::uint32_t> ids;
    ids.reserve(states.size());
    for (const auto& state : states) {
        ids.push_back(state->id);
    }
    return ids;
}

} // namespace

IndexCatalog::IndexCatalog(std::shared_ptr<Core> core, const CollectionTable& table,
                           CatalogUpkeep& upkeep)
    : m_core(std::move(core))
    , m_table(table)
    , m_upkeep(upkeep)
{
}

Result<void> IndexCatalog::create(const protocol::Namespace& ns,
                                  const std::vector<IndexDefinition>& definitions,
                                  const Collection::Interruption& interrupted)
{
    const std::lock_guard changes(m_changes);
    const auto found = m_table.require(ns, *m_core);
    TRY(found);
    const Entry& collection = *found;
    const auto unfinished = add(*collection, definitions);
    TRY(unfinished);
    if (!unfinished->empty()) {
        TRY(buildIndexes(collection, *unfinished, interrupted));
        m_upkeep.buildDirectories(collection);
    }
    storage::passFailpoint("index-ready");
    return m_core->store.syncJournal();
}

// States for the definitions that do not exist yet: another createIndexes may have made some since
// the caller checked. Errors: IndexKeySpecsConflict for another index of the same name.
Result<IndexCatalog::States>
IndexCatalog::makeStates(const CollectionImpl& collection,
                         const std::vector<IndexDefinition>& definitions, IndexPhase phase)
{
    States states;
    const auto existing = collection.indexSet();
    for (const IndexDefinition& definition : definitions) {
        const auto same = findIndex(*existing, definition.name);
        if (same && same->definition.listEntry() == definition.listEntry()) {
            continue;
        }
        if (same) {
            return protocol::commandError(ServerCode::IndexKeySpecsConflict,
                                          "An existing index has the same name as the requested "
                                          "index: "
                                              + definition.name);
        }
        auto state
            = makeIndexState(0, definition, std::make_shared<IndexActivity>(m_core->clock.now()),
                             m_core->compileFilter);
        TRY(state);
        (*state)->phase = phase;
        states.push_back(*std::move(state));
    }
    return states;
}

// Adds and publishes the indexes; returns the ids of those that must still be built. Without
// documents there is nothing to build.
Result<std::vector<std::uint32_t>>
IndexCatalog::add(CollectionImpl& collection, const std::vector<IndexDefinition>& definitions)
{
    const std::unique_lock writer(m_core->writer);
    if (collection.dropped()) {
        return collection.droppedError();
    }
    const bool empty = collection.figures().documents == 0;
    const auto states
        = makeStates(collection, definitions, empty ? IndexPhase::Ready : IndexPhase::Building);
    TRY(states);
    NextIds ids = m_core->nextIds;
    auto indexes = std::make_shared<IndexSet>(*collection.indexSet());
    States added;
    for (const auto& state : *states) {
        auto numbered = std::make_shared<IndexState>(*state);
        numbered->id = ids.index++;
        if (empty) {
            numbered->startDirectory();
        }
        added.push_back(numbered);
        indexes->push_back(std::move(numbered));
    }
    if (added.empty()) {
        return std::vector<std::uint32_t>();
    }
    const auto batch = m_core->store.makeBatch();
    collection.putEntry(*batch, *indexes);
    batch->put(Family::Meta, nextIdsKey(), encodeNextIds(ids));
    OplogUnit log(m_core->oplog.get(), *batch);
    for (const auto& index : added) {
        if (empty) { // the others are logged once they are built
            logIndexCreated(log, collection, index->definition);
        }
    }
    TRY(commitLogged(*m_core, *batch, log));
    storage::passFailpoint("index-begun");
    m_core->nextIds = ids;
    collection.publish(std::move(indexes));
    return empty ? std::vector<std::uint32_t>() : idsOf(added);
}

Result<void> IndexCatalog::drop(const protocol::Namespace& ns,
                                const std::vector<std::string>& names)
{
    std::unique_lock writer(m_core->writer);
    const auto found = m_table.require(ns, *m_core);
    TRY(found);
    const Entry& collection = *found;
    const auto indexes = collection->indexSet();
    States dropped;
    for (const std::string& name : names) {
        const auto index = findIndex(*indexes, name);
        if (!index) {
            return noSuchIndex(name, *collection);
        }
        if (index->definition.isIdIndex()) {
            return protocol::commandError(ServerCode::InvalidOptions, "cannot drop _id index");
        }
        dropped.push_back(index);
    }
    TRY(eraseIndexes(*collection, idsOf(dropped)));
    writer.unlock();
    storage::passFailpoint("index-dropped");
    return m_core->store.syncJournal();
}

Result<void> IndexCatalog::modify(const protocol::Namespace& ns, const IndexDefinition& definition,
                                  const Collection::Interruption& interrupted)
{
    const std::lock_guard changes(m_changes);
    const auto found = m_table.require(ns, *m_core);
    TRY(found);
    const Entry& collection = *found;
    const auto changed = change(*collection, definition, interrupted);
    TRY(changed);
    if ((*changed)->phase == IndexPhase::Converting) {
        TRY(moveDates(collection, (*changed)->id));
        m_upkeep.buildDirectories(collection);
    }
    return m_core->store.syncJournal();
}

Result<std::shared_ptr<const IndexState>>
IndexCatalog::change(CollectionImpl& collection, const IndexDefinition& definition,
                     const Collection::Interruption& interrupted)
{
    const std::unique_lock writer(m_core->writer);
    if (collection.dropped()) {
        return collection.droppedError();
    }
    const auto old = findIndex(*collection.indexSet(), definition.name);
    if (!old) {
        return noSuchIndex(definition.name, collection);
    }
    if (old->definition.isTtl() && !definition.isTtl()) {
        return protocol::commandError(ServerCode::InvalidOptions,
                                      "a TTL index cannot become an ordinary one");
    }
    IndexDefinition merged = old->definition;
    merged.expireAfterSeconds = definition.expireAfterSeconds;
    merged.hidden = definition.hidden;
    merged.prepareUnique = definition.prepareUnique;
    merged.unique = definition.unique;
    auto activity = std::make_shared<IndexActivity>(m_core->clock.now());
    activity->multikey = old->activity->multikey.load();
    activity->dateBound.raise(old->activity->dateBound.place());
    // a conversion moves the entries, after which a new directory is built
    if (old->phase == IndexPhase::Ready && old->datesApart) {
        activity->dates = old->activity->dates;
    }
    auto state = makeIndexState(old->id, merged, std::move(activity), m_core->compileFilter);
    TRY(state);
    (*state)->phase
        = (*state)->datesApart && !old->datesApart ? IndexPhase::Converting : old->phase;
    if ((*state)->unique != old->unique) {
        if ((*state)->phase == IndexPhase::Converting) {
            return protocol::commandError(ServerCode::InvalidOptions,
                                          "an index cannot become unique and a TTL index in one"
                                          " command");
        }
        TRY(changeUniqueness(collection, old, *state, interrupted));
        return std::shared_ptr<const IndexState>(*std::move(state));
    }
    TRY(replaceIndexes(collection, {*state}));
    return std::shared_ptr<const IndexState>(*std::move(state));
}

} // namespace sandglass::engine::catalog

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/index_change.h"

#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/index_key.h"
#include "app/engine/catalog/oplog_commands.h"
#include "app/engine/catalog/pending_writes.h"
#include "app/engine/storage/failpoint.h"
#include "app/engine/storage/key_codec.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

constexpr int kChunkDocuments = 1000;
constexpr std::size_t kChunkBytes = std::size_t{4} << 20U;

using States = std::vector<std::shared_ptr<const IndexState>>;

// The present states of the indexes under change. Errors: IndexBuildAborted (server error) when one
// was dropped between two chunks.
Result<States> currentStates(const CollectionImpl& collection,
                             const std::vector<std::uint32_t>& ids)
{
    if (collection.dropped()) {
        return collection.droppedError();
    }
    States states;
    const auto indexes = collection.indexSet();
    for (const std::uint32_t id : ids) {
        auto state = findIndex(*indexes, id);
        if (!state) {
            return base::serverError(276, "IndexBuildAborted",
                                     "an index on " + collection.ns().text()
                                         + " was dropped while it was being changed");
        }
        states.push_back(std::move(state));
    }
    return states;
}

States inPhase(const States& states, IndexPhase phase)
{
    States changed;
    for (const auto& state : states) {
        auto copy = std::make_shared<IndexState>(*state);
        copy->phase = phase;
        changed.push_back(std::move(copy));
    }
    return changed;
}

// Writes the missing entries of indexes, in chunks, between which other writers proceed. Used for
// new indexes, for an index that becomes a TTL index, and for an index in an earlier format.
class IndexBuild
{
public:
    IndexBuild(CollectionImpl& collection, const std::vector<std::uint32_t>& ids,
               const Collection::Interruption& interrupted)
        : m_collection(collection)
        , m_store(collection.core().store)
        , m_ids(ids)
        , m_interrupted(interrupted)
    {
    }

    Result<void> run();

private:
    Result<bool> addChunk(const States& states);
    Result<void> removeMovedDates(const States& states);
    Result<void> addDocument(const IndexState& index, RecordId id, bson::DocumentView document);

    CollectionImpl& m_collection;
    storage::KeyValueStore& m_store;
    const std::vector<std::uint32_t>& m_ids;
    const Collection::Interruption& m_interrupted;
    RecordId m_lastDone = kNoRecord;
    KeyList m_keys;
    // for the documents of the current chunk
    std::unique_ptr<storage::Batch> m_batch;
    std::unique_ptr<EntryWriter> m_entries;
    std::unique_ptr<PendingOwners> m_owners;
};

Result<void> IndexBuild::run()
{
    for (bool done = false; !done;) {
        TRY(m_interrupted());
        const std::unique_lock lock(m_collection.core().writer);
        const auto states = currentStates(m_collection, m_ids);
        TRY(states);
        const Result<bool> last = addChunk(*states);
        TRY(last);
        done = *last;
        if (!done) {
            continue;
        }
        // under the same lock as the last chunk, so that no document can be added in between
        TRY(removeMovedDates(*states));
        return replaceIndexes(m_collection, inPhase(*states, IndexPhase::Ready));
    }
    return {};
}

// Adds the entries of the next documents, in their present state; true when no more are left.
// Documents that were written during the build have their entries already; putting one again
// changes nothing.
Result<bool> IndexBuild::addChunk(const States& states)
{
    m_batch = m_store.makeBatch();
    m_entries = std::make_unique<EntryWriter>(*m_batch);
    m_owners = std::make_unique<PendingOwners>(m_store);
    const KeyRange range = recordRange(m_collection.id());
    const auto records = m_store.iterate(range.family, recordKey(m_collection.id(), m_lastDone + 1),
                                         range.upper, nullptr);
    int documents = 0;
    std::size_t bytes = 0;
    for (records->seekToFirst(); records->valid(); records->next()) {
        if (documents == kChunkDocuments || bytes > kChunkBytes) {
            break;
        }
        m_lastDone = recordIdOf(records->key());
        for (const auto& state : states) {
            TRY(addDocument(*state, m_lastDone, recordDocument(records->value())));
        }
        ++documents;
        bytes += records->value().size();
    }
    TRY(records->status());
    const bool last = !records->valid();
    m_entries->finish();
    TRY(m_collection.core().commit(*m_batch, storage::Durability::Process));
    storage::passFailpoint(last ? "index-built" : "index-part");
    return last;
}

Result<void> IndexBuild::addDocument(const IndexState& index, RecordId id,
                                     bson::DocumentView document)
{
    const Result<bool> metArray = index.keysOf(document, m_keys);
    TRY(metArray);
    if (index.phase == IndexPhase::Building) {
        ++index.activity->builtDocuments;
    }
    if (*metArray) {
        index.activity->multikey = true;
    }
    for (std::size_t k = 0; k < m_keys.size(); ++k) {
        if (index.unique) {
            const Result<RecordId> owner = m_owners->owner(index, m_keys[k]);
            TRY(owner);
            if (*owner != kNoRecord && *owner != id) {
                return duplicateKey(m_collection.ns().text(), index, document, m_keys[k]);
            }
            m_owners->set(index, m_keys[k], id);
        }
        m_entries->put(index, m_keys[k], id, dateNote(m_keys, k, document.size()));
    }
    return {};
}

// All dates of an index that became a TTL index are in the family Dates now; this removes the old
// entries from the family Indexes.
Result<void> IndexBuild::removeMovedDates(const States& states)
{
    const auto batch = m_store.makeBatch();
    for (const auto& state : states) {
        if (state->phase != IndexPhase::Converting) {
            continue;
        }
        KeyRange dates{storage::Family::Indexes, {}, {}};
        storage::appendU32(dates.lower, state->id);
        dates.lower.push_back(kDateBracket);
        dates.upper = storage::successor(dates.lower);
        removeAll(m_store, *batch, dates, m_collection.isSmall());
    }
    if (batch->operations() == 0) {
        return {};
    }
    return m_collection.core().commit(*batch, storage::Durability::Process);
}

} // namespace

Result<void> buildIndexes(const std::shared_ptr<CollectionImpl>& collection,
                          const std::vector<std::uint32_t>& indexIds,
                          const Collection::Interruption& interrupted)
{
    auto built = IndexBuild(*collection, indexIds, interrupted).run();
    if (built) {
        return built;
    }
    const std::unique_lock lock(collection->core().writer);
    // the build's own error is returned; entries that cannot be removed now are removed at the next
    // start
    if (!collection->dropped()) {
        static_cast<void>(eraseIndexes(*collection, indexIds).has_value());
    }
    return built;
}

Result<void> moveDates(const std::shared_ptr<CollectionImpl>& collection, std::uint32_t indexId)
{
    // half of the dates in each place would be a state that only the next start mends
    const Collection::Interruption never = [] { return Result<void>(); };
    const std::vector<std::uint32_t> ids{indexId};
    return IndexBuild(*collection, ids, never).run();
}

Result<void> eraseIndexes(CollectionImpl& collection, const std::vector<std::uint32_t>& indexIds)
{
    storage::KeyValueStore& store = collection.core().store;
    const auto before = collection.indexSet();
    auto after = std::make_shared<IndexSet>();
    const auto batch = store.makeBatch();
    OplogUnit log(collection.core().oplog.get(), *batch);
    for (const auto& index : *before) {
        if (std::find(indexIds.begin(), indexIds.end(), index->id) == indexIds.end()) {
            after->push_back(index);
            continue;
        }
        for (const KeyRange& range : allRanges(*index)) {
            removeAll(store, *batch, range, collection.isSmall());
        }
        batch->remove(storage::Family::Meta, directoryKey(index->id));
        if (index->phase != IndexPhase::Building) { // an unfinished one was never logged
            logIndexDropped(log, collection, index->definition);
        }
    }
    collection.putEntry(*batch, *after);
    // withdrawn before its entries are removed: no reader may use an incomplete index
    collection.publish(after);
    auto committed = commitLogged(collection.core(), *batch, log);
    if (!committed) {
        collection.publish(before);
    }
    return committed;
}

Result<void> replaceIndexes(CollectionImpl& collection,
                            const std::vector<std::shared_ptr<const IndexState>>& states)
{
    storage::KeyValueStore& store = collection.core().store;
    const auto batch = store.makeBatch();
    OplogUnit log(collection.core().oplog.get(), *batch);
    auto after = std::make_shared<IndexSet>(*collection.indexSet());
    std::vector<IndexDefinition> built;
    for (auto& index : *after) {
        const auto found = std::find_if(states.begin(), states.end(),
                                        [&](const auto& state) { return state->id == index->id; });
        if (found == states.end()) {
            continue;
        }
        // MongoDB logs an index when its build is complete; until then it does not exist for
        // followers
        if (index->phase != IndexPhase::Building) {
            logIndexReplaced(log, collection, *index, **found);
        } else if ((*found)->phase == IndexPhase::Ready) {
            built.push_back((*found)->definition);
        }
        index = *found;
    }
    logIndexesBuilt(log, collection, built);
    collection.putEntry(*batch, *after);
    auto committed = commitLogged(collection.core(), *batch, log);
    if (committed) {
        collection.publish(std::move(after));
    }
    return committed;
}

} // namespace sandglass::engine::catalog

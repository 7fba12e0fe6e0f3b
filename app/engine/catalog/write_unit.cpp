// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/write_unit.h"

#include "app/bson/validate.h"
#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/index_key.h"
#include "app/engine/catalog/oldest_records.h"
#include "app/engine/catalog/oplog_unit.h"
#include "app/engine/catalog/pending_counters.h"
#include "app/engine/catalog/pending_dates.h"
#include "app/engine/catalog/pending_writes.h"
#include "app/engine/storage/key_codec.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

std::string_view asBytes(bson::DocumentView document)
{
    return {reinterpret_cast<const char*>(document.bytes().data()), document.size()};
}

base::Error usedUp()
{
    return base::failure(Errc::Internal,
                         "this write unit was committed already, or commits with another");
}

class WriteUnitImpl final : public WriteUnit
{
public:
    /// With `shared`, a unit that is committed by the one that owns this batch.
    WriteUnitImpl(std::shared_ptr<CollectionImpl> collection, std::unique_lock<WriterLock> lock,
                  storage::Batch* shared = nullptr)
        : m_collection(std::move(collection))
        , m_lock(std::move(lock))
        , m_store(m_collection->core().store)
        , m_shape(m_collection->shape())
        , m_indexes(m_collection->indexSet())
        , m_ownBatch(shared == nullptr ? m_store.makeBatch() : nullptr)
        , m_batch(shared == nullptr ? m_ownBatch.get() : shared)
        , m_log(m_collection->core().oplog.get(), *m_batch)
        , m_entries(*m_batch)
        , m_records(m_store, m_collection->id())
        , m_owners(m_store)
        , m_dates(m_store, m_records)
        , m_newKeys(m_indexes->size())
        , m_oldKeys(m_indexes->size())
        , m_metArray(m_indexes->size(), false)
        , m_counters(*m_collection)
        , m_oldest(m_store, m_collection->id(), m_collection->counters().oldestRecord,
                   m_counters.nextRecord())
    {
    }

    Result<RecordId> insert(bson::DocumentView document) override;
    Result<std::optional<bson::Document>> fetch(RecordId id) override;
    Result<void> replace(RecordId id, bson::DocumentView document) override;
    Result<bool> remove(RecordId id) override;
    Result<std::vector<DateEntry>> datesUpTo(std::string_view indexName, bson::Date to,
                                             std::size_t limit) override;
    void rememberDrained(std::string_view indexName, bson::Date date) override;
    std::int64_t removedKeys() const override { return m_removedKeys; }
    void setNote(const WriteNote* note) override { m_log.setNote(note); }
    std::int64_t insertedKeys() const override { return m_insertedKeys; }
    Result<WriteUnit*> join(const std::shared_ptr<Collection>& other) override;
    Result<void> commit(storage::Durability durability) override;

private:
    Result<void> removeOverCap();
    Result<void> prepareNewKeys(RecordId id, bson::DocumentView document, bool replaces);
    Result<void> checkNotShared(std::size_t at, std::pair<RecordId, bson::DocumentView> record,
                                bool replaces);
    Result<void> checkUnique(const IndexState& index, const KeyList& keys,
                             std::pair<RecordId, bson::DocumentView> record);
    void prepareOldKeys(bson::DocumentView document);
    Result<bool> ownsKey(const IndexState& index, std::string_view key, RecordId id);
    Result<void> removeOldKeys(RecordId id, bool keepCommonOnes);
    void putNewKeys(RecordId id, std::size_t documentBytes, bool skipCommonOnes);
    void noteDates(bool had, bool has);
    void putRecord(RecordId id, bson::DocumentView document);
    void publishMultikey();
    std::size_t mostBytes() const;
    Result<void> beforeCommit();
    void afterCommit();

    std::shared_ptr<CollectionImpl> m_collection;
    std::unique_lock<WriterLock> m_lock;
    storage::KeyValueStore& m_store;
    std::shared_ptr<const CollectionShape> m_shape;
    std::shared_ptr<const IndexSet> m_indexes;
    std::unique_ptr<storage::Batch> m_ownBatch; ///< null in a joined unit
    storage::Batch* m_batch; ///< null after the commit
    OplogUnit m_log;
    EntryWriter m_entries;
    PendingRecords m_records;
    PendingOwners m_owners;
    PendingDates m_dates;
    std::vector<KeyList> m_newKeys; ///< per index, of the document being written
    std::vector<KeyList> m_oldKeys; ///< per index, of the document being replaced or removed
    std::vector<bool> m_metArray; ///< per index: some document of this unit has an array there
    PendingCounters m_counters;
    OldestRecords m_oldest; ///< of a capped collection
    std::int64_t m_removedKeys = 0;
    std::int64_t m_insertedKeys = 0;
    std::string m_recordKey;
    std::vector<std::unique_ptr<WriteUnitImpl>> m_joined;
};

Result<RecordId> WriteUnitImpl::insert(bson::DocumentView document)
{
    if (!m_batch) {
        return usedUp();
    }
    const RecordId id = m_counters.nextRecord();
    TRY(checkAloneInCap(*m_shape, document));
    TRY(prepareNewKeys(id, document, false));
    putNewKeys(id, document.size(), false);
    noteDates(false, true);
    m_log.inserted(*m_collection, document);
    putRecord(id, document);
    m_counters.added(document.size());
    TRY(removeOverCap());
    return id;
}

Result<void> WriteUnitImpl::removeOverCap()
{
    while (m_counters.overCap(*m_shape)) {
        const Result<RecordId> oldest = m_oldest.next(m_counters.nextRecord());
        TRY(oldest);
        if (*oldest == kNoRecord) {
            return {};
        }
        // removals by the cap are no deletes: change streams do not show them
        m_log.setQuiet(true);
        auto removed = remove(*oldest);
        m_log.setQuiet(false);
        TRY(removed);
    }
    return {};
}

Result<std::optional<bson::Document>> WriteUnitImpl::fetch(RecordId id)
{
    if (!m_batch) {
        return usedUp();
    }
    const auto found = m_records.find(id);
    TRY(found);
    if (*found == nullptr) {
        return std::nullopt;
    }
    return **found;
}

Result<void> WriteUnitImpl::replace(RecordId id, bson::DocumentView document)
{
    if (!m_batch) {
        return usedUp();
    }
    const auto old = m_records.find(id);
    TRY(old);
    if (*old == nullptr) {
        return base::failure(Errc::NotFound, "the document to be replaced is gone");
    }
    const std::size_t oldBytes = (*old)->bytes().size();
    prepareOldKeys(**old);
    TRY(prepareNewKeys(id, document, true));
    TRY(removeOldKeys(id, true));
    putNewKeys(id, document.size(), true);
    noteDates(true, true);
    m_counters.resized(oldBytes, document.size());
    m_log.replaced(*m_collection, **old, document);
    putRecord(id, document);
    return {};
}

Result<bool> WriteUnitImpl::remove(RecordId id)
{
    if (!m_batch) {
        return usedUp();
    }
    const auto old = m_records.find(id);
    TRY(old);
    if (*old == nullptr) {
        return false;
    }
    const std::size_t oldBytes = (*old)->bytes().size();
    prepareOldKeys(**old);
    TRY(removeOldKeys(id, false));
    noteDates(true, false);
    m_batch->remove(Family::Records, recordKey(m_collection->id(), id));
    m_log.removed(*m_collection, **old);
    m_records.set(id, std::nullopt);
    m_counters.removed(oldBytes);
    return true;
}

Result<std::vector<DateEntry>> WriteUnitImpl::datesUpTo(std::string_view indexName, bson::Date to,
                                                        std::size_t limit)
{
    if (!m_batch) {
        return usedUp();
    }
    const auto index = findIndex(*m_indexes, indexName);
    if (!index || !index->datesApart) {
        return protocol::commandError(protocol::ServerCode::IndexNotFound,
                                      "no TTL index '" + std::string(indexName) + "' on "
                                          + m_collection->ns().text());
    }
    return m_dates.list(index, to, limit);
}

void WriteUnitImpl::rememberDrained(std::string_view indexName, bson::Date date)
{
    const auto index = findIndex(*m_indexes, indexName);
    if (m_batch && index && index->datesApart) {
        m_dates.drained(index, date);
    }
}

// Does everything that can fail before the batch is changed: a failed insert leaves it as it was.
Result<void> WriteUnitImpl::prepareNewKeys(RecordId id, bson::DocumentView document, bool replaces)
{
    if (document.size() > mostBytes()) {
        return protocol::commandError(protocol::ServerCode::BsonObjectTooLarge,
                                      "object to insert too large. size in bytes: "
                                          + std::to_string(document.size())
                                          + ", max size: " + std::to_string(mostBytes()));
    }
    std::vector<std::size_t> arrays;
    for (std::size_t i = 0; i < m_indexes->size(); ++i) {
        const IndexState& index = *(*m_indexes)[i];
        const Result<bool> metArray = index.keysOf(document, m_newKeys[i]);
        TRY(metArray);
        if (*metArray) {
            arrays.push_back(i);
        }
        if (index.definition.prepareUnique) {
            TRY(checkNotShared(i, {id, document}, replaces));
        }
        if (!index.unique) {
            continue;
        }
        TRY(checkUnique(index, m_newKeys[i], {id, document}));
    }
    for (const std::size_t i : arrays) {
        m_metArray[i] = true;
    }
    return {};
}

// With prepareUnique an index accepts no new duplicates; present ones stay. Errors: DuplicateKey.
Result<void> WriteUnitImpl::checkNotShared(std::size_t at,
                                           std::pair<RecordId, bson::DocumentView> record,
                                           bool replaces)
{
    const IndexState& index = *(*m_indexes)[at];
    const KeyList& keys = m_newKeys[at];
    for (std::size_t k = 0; k < keys.size() && !index.unique; ++k) {
        if (replaces && m_oldKeys[at].contains(keys[k])) {
            continue;
        }
        const Result<bool> shared = m_owners.sharedByOther(index, keys[k], record.first, m_records);
        TRY(shared);
        if (*shared) {
            return duplicateKey(m_collection->ns().text(), index, record.second, keys[k]);
        }
    }
    return {};
}

Result<void> WriteUnitImpl::checkUnique(const IndexState& index, const KeyList& keys,
                                        std::pair<RecordId, bson::DocumentView> record)
{
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const Result<RecordId> owner = m_owners.owner(index, keys[k]);
        TRY(owner);
        if (*owner != kNoRecord && *owner != record.first) {
            return duplicateKey(m_collection->ns().text(), index, record.second, keys[k]);
        }
    }
    return {};
}

void WriteUnitImpl::prepareOldKeys(bson::DocumentView document)
{
    // a document that cannot be indexed has no entries; the build of the index will fail at it
    for (std::size_t i = 0; i < m_indexes->size(); ++i) {
        if (!(*m_indexes)[i]->keysOf(document, m_oldKeys[i])) {
            m_oldKeys[i].clear();
        }
    }
}

// During the build of a unique index the key may belong to a later document: that entry must stay.
Result<bool> WriteUnitImpl::ownsKey(const IndexState& index, std::string_view key, RecordId id)
{
    if (!index.unique || index.phase != IndexPhase::Building) {
        return true;
    }
    const Result<RecordId> owner = m_owners.owner(index, key);
    TRY(owner);
    return *owner == id;
}

Result<void> WriteUnitImpl::removeOldKeys(RecordId id, bool keepCommonOnes)
{
    for (std::size_t i = 0; i < m_indexes->size(); ++i) {
        const IndexState& index = *(*m_indexes)[i];
        for (std::size_t k = 0; k < m_oldKeys[i].size(); ++k) {
            const std::string_view key = m_oldKeys[i][k];
            if (keepCommonOnes && m_newKeys[i].contains(key)) {
                continue;
            }
            const Result<bool> owns = ownsKey(index, key, id);
            TRY(owns);
            if (!*owns) {
                continue;
            }
            m_entries.remove(index, key, id);
            ++m_removedKeys;
            if (index.definition.prepareUnique && !index.unique) {
                m_owners.noteTaken(index, key, id);
            }
            if (index.unique || index.definition.prepareUnique) {
                m_owners.set(index, key, kNoRecord);
            }
        }
    }
    return {};
}

void WriteUnitImpl::putNewKeys(RecordId id, std::size_t documentBytes, bool skipCommonOnes)
{
    for (std::size_t i = 0; i < m_indexes->size(); ++i) {
        const IndexState& index = *(*m_indexes)[i];
        // in an index under construction the entry of an unchanged key may not exist yet
        const bool skip = skipCommonOnes && index.phase == IndexPhase::Ready;
        for (std::size_t k = 0; k < m_newKeys[i].size(); ++k) {
            const std::string_view key = m_newKeys[i][k];
            // a date entry also holds the document's size, which may have changed
            const bool noted = index.datesApart && isDateKey(key);
            if (skip && !noted && m_oldKeys[i].contains(key)) {
                continue;
            }
            m_entries.put(index, key, id, dateNote(m_newKeys[i], k, documentBytes));
            ++m_insertedKeys;
            if (index.unique || index.definition.prepareUnique) {
                m_owners.set(index, key, id);
            }
        }
    }
}

// Records the change of dates for directory and bound: `had` before the write, `has` after it.
void WriteUnitImpl::noteDates(bool had, bool has)
{
    for (std::size_t i = 0; i < m_indexes->size(); ++i) {
        if (!(*m_indexes)[i]->hasDateDirectory()) {
            continue;
        }
        if (had) {
            m_dates.noteGone((*m_indexes)[i], m_oldKeys[i]);
        }
        if (has) {
            m_dates.noteCome((*m_indexes)[i], m_newKeys[i]);
        }
    }
}

void WriteUnitImpl::putRecord(RecordId id, bson::DocumentView document)
{
    m_recordKey.clear();
    storage::appendU32(m_recordKey, m_collection->id());
    storage::appendU64(m_recordKey, id);
    m_batch->put(Family::Records, m_recordKey, asBytes(document));
    m_records.set(id, bson::Document(document));
}

// Before the commit: a reader without the flag would return a document with several keys twice.
void WriteUnitImpl::publishMultikey()
{
    bool changed = false;
    for (std::size_t i = 0; i < m_indexes->size(); ++i) {
        if (m_metArray[i] && !(*m_indexes)[i]->activity->multikey.exchange(true)) {
            changed = true;
        }
    }
    if (changed) {
        m_collection->putEntry(*m_batch, *m_indexes);
    }
}

// Clients may write less than the server itself, which wraps whole documents.
std::size_t WriteUnitImpl::mostBytes() const
{
    return m_ownBatch ? bson::kMaxDocumentBytes : bson::kMaxMessageDocumentBytes;
}

Result<WriteUnit*> WriteUnitImpl::join(const std::shared_ptr<Collection>& other)
{
    if (!m_ownBatch) {
        return usedUp();
    }
    auto collection = std::dynamic_pointer_cast<CollectionImpl>(other);
    if (!collection || &collection->core() != &m_collection->core() || collection == m_collection) {
        return base::failure(Errc::Unsupported, "this collection cannot join the write unit");
    }
    if (collection->dropped()) {
        return collection->droppedError();
    }
    m_joined.push_back(std::make_unique<WriteUnitImpl>(
        std::move(collection), std::unique_lock<WriterLock>(), m_ownBatch.get()));
    return m_joined.back().get();
}

// Adds to the batch what depends on all writes of this unit.
Result<void> WriteUnitImpl::beforeCommit()
{
    publishMultikey();
    m_dates.beforeCommit();
    m_counters.put(*m_batch);
    return m_log.beforeCommit();
}

// Shows in memory what is now in the store.
void WriteUnitImpl::afterCommit()
{
    m_counters.publish(m_oldest.reached());
    m_dates.afterCommit();
    m_log.afterCommit();
}

Result<void> WriteUnitImpl::commit(storage::Durability durability)
{
    if (!m_ownBatch) {
        return usedUp();
    }
    m_entries.finish();
    for (const auto& joined : m_joined) {
        joined->m_entries.finish();
    }
    if (m_batch->operations() == 0) {
        m_dates.afterCommit();
        m_batch = nullptr;
        m_ownBatch.reset();
        m_lock.unlock();
        return {};
    }
    TRY(beforeCommit());
    for (const auto& joined : m_joined) {
        TRY(joined->beforeCommit());
        joined->m_batch = nullptr;
    }
    m_batch = nullptr;
    const std::unique_ptr<storage::Batch> batch = std::move(m_ownBatch);
    auto committed = m_collection->core().commit(*batch, storage::Durability::Process);
    if (committed) {
        afterCommit();
        std::ranges::for_each(m_joined, &WriteUnitImpl::afterCommit);
    }
    m_lock.unlock();
    if (committed && m_collection->core().committed) {
        m_collection->core().committed();
    }
    // without the lock, so that other writers can share one sync
    if (committed && durability == storage::Durability::Disk) {
        return m_store.syncJournal();
    }
    return committed;
}

} // namespace

Result<std::unique_ptr<WriteUnit>> beginWriteUnit(std::shared_ptr<CollectionImpl> collection)
{
    std::unique_lock lock(collection->core().writer);
    if (collection->dropped()) {
        return collection->droppedError();
    }
    if (collection->core().store.writesRefused()) {
        // an empty commit fails with the store's own reason
        const auto nothing = collection->core().store.makeBatch();
        TRY(collection->core().store.commit(*nothing, storage::Durability::Process));
    }
    return std::make_unique<WriteUnitImpl>(std::move(collection), std::move(lock));
}

} // namespace sandglass::engine::catalog

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/pending_writes.h"

#include "app/engine/storage/key_codec.h"

#include <utility>

namespace sandglass::engine::catalog {

namespace {

// Opening an iterator costs about as much as two lookups; moving it costs much less than a lookup.
constexpr int kReadsBeforeIterator = 2;

} // namespace

PendingRecords::PendingRecords(storage::KeyValueStore& store, std::uint32_t collectionId)
    : m_store(store)
    , m_collectionId(collectionId)
{
}

Result<const bson::Document*> PendingRecords::find(RecordId id)
{
    if (const auto written = m_written.find(id); written != m_written.end()) {
        return written->second ? &*written->second : nullptr;
    }
    if (m_cachedId != id) {
        const Result<bool> found = read(id, m_value);
        TRY(found);
        m_cachedId = id;
        m_cached.reset();
        if (*found) {
            m_cached = bson::Document::fromTrusted({m_value.begin(), m_value.end()});
        }
    }
    return m_cached ? &*m_cached : nullptr;
}

void PendingRecords::set(RecordId id, std::optional<bson::Document> document)
{
    m_written.insert_or_assign(id, std::move(document));
}

bool PendingRecords::isRemoved(RecordId id) const
{
    const auto written = m_written.find(id);
    return written != m_written.end() && !written->second;
}

Result<bool> PendingRecords::read(RecordId id, std::string& value)
{
    const std::string key = recordKey(m_collectionId, id);
    if (!m_records && ++m_reads <= kReadsBeforeIterator) {
        return m_store.get(storage::Family::Records, key, value, nullptr);
    }
    if (!m_records) {
        const KeyRange range = recordRange(m_collectionId);
        m_records = m_store.iterate(range.family, range.lower, range.upper, nullptr);
    }
    // units often visit records in ascending order: one step may do instead of a seek
    if (m_records->valid() && m_records->key() < key) {
        m_records->next();
    }
    if (!m_records->valid() || m_records->key() != key) {
        m_records->seek(key);
    }
    TRY(m_records->status());
    if (!m_records->valid() || m_records->key() != key) {
        return false;
    }
    value.assign(m_records->value());
    return true;
}

std::string& PendingOwners::fullKey(const IndexState& index, std::string_view key)
{
    m_key.clear();
    storage::appendU32(m_key, index.id);
    return m_key.append(key);
}

Result<RecordId> PendingOwners::owner(const IndexState& index, std::string_view key)
{
    const auto changed = m_changed.find(fullKey(index, key));
    return changed != m_changed.end() ? Result<RecordId>(changed->second)
                                      : storedOwner(m_store, index, key);
}

Result<bool> PendingOwners::sharedByOther(const IndexState& index, std::string_view key,
                                          RecordId self, const PendingRecords& records)
{
    const auto changed = m_changed.find(fullKey(index, key));
    if (changed != m_changed.end() && changed->second != kNoRecord && changed->second != self) {
        return true;
    }
    const KeyRange range = sharedKeyRange(index, key);
    const auto entries = m_store.iterate(range.family, range.lower, range.upper, nullptr);
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        const RecordId id = entryRecord(range.family, entries->key(), entries->value());
        // a stored entry does not count once this unit has removed its document or changed the key
        const bool taken = records.isRemoved(id) || m_taken.contains({fullKey(index, key), id});
        if (id != self && !taken) {
            return true;
        }
    }
    TRY(entries->status());
    return false;
}

void PendingOwners::noteTaken(const IndexState& index, std::string_view key, RecordId record)
{
    m_taken.emplace(fullKey(index, key), record);
}

void PendingOwners::set(const IndexState& index, std::string_view key, RecordId record)
{
    m_changed.insert_or_assign(fullKey(index, key), record);
}

} // namespace sandglass::engine::catalog

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/index_entries.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sandglass::engine::catalog {

/// The records of one collection as a write unit sees them: the newest state of the store with the
/// unit's own writes on top. Valid only under the writer lock.
class PendingRecords
{
public:
    PendingRecords(storage::KeyValueStore& store, std::uint32_t collectionId);

    /// A record; nullptr if it does not exist. Valid until the next call. Errors: Storage.
    Result<const bson::Document*> find(RecordId id);
    /// Remembers a write; nullopt: a removal.
    void set(RecordId id, std::optional<bson::Document> document);
    /// Whether this unit removed the record.
    bool isRemoved(RecordId id) const;

private:
    /// Reads a record from the store; false if it does not exist. Errors: Storage.
    Result<bool> read(RecordId id, std::string& value);

    storage::KeyValueStore& m_store;
    std::uint32_t m_collectionId;
    std::unordered_map<RecordId, std::optional<bson::Document>> m_written;
    RecordId m_cachedId
        = kNoRecord; ///< the record in m_cached, because a check and its delete read the same one
    std::optional<bson::Document> m_cached;
    std::unique_ptr<storage::Iterator> m_records; ///< opened when several records are read
    int m_reads = 0;
    std::string m_value;
};

/// The owners of the keys of unique indexes, with a write unit's own changes. Valid only under the
/// writer lock.
class PendingOwners
{
public:
    explicit PendingOwners(storage::KeyValueStore& store)
        : m_store(store)
    {
    }

    /// The record with a key; kNoRecord if the key is free. Errors: Storage.
    Result<RecordId> owner(const IndexState& index, std::string_view key);
    /// Whether another record than `self` has the key in an index that is not unique yet. Errors:
    /// Storage.
    Result<bool> sharedByOther(const IndexState& index, std::string_view key, RecordId self,
                               const PendingRecords& records);
    /// Remembers that this unit removed a key from a record; for sharedByOther().
    void noteTaken(const IndexState& index, std::string_view key, RecordId record);
    /// Remembers the new owner of a key; kNoRecord: none.
    void set(const IndexState& index, std::string_view key, RecordId record);

private:
    /// Index id and key in one string.
    std::string& fullKey(const IndexState& index, std::string_view key);

    storage::KeyValueStore& m_store;
    std::unordered_map<std::string, RecordId> m_changed; ///< by index number and key
    std::set<std::pair<std::string, RecordId>> m_taken; ///< index number and key, with the record
    std::string m_key;
};

} // namespace sandglass::engine::catalog

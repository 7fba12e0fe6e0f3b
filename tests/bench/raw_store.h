// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/storage/key_value_store.h"

#include <rocksdb/compaction_filter.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace sandglass::bench {

/// Keys of the documents as the engine lays them out (app/engine/storage/FORMAT.md): one
/// collection, its records, `_id` (unique), the random text, and the dates.
namespace raw {
inline constexpr std::uint32_t kCollection = 1;
inline constexpr std::uint32_t kIdIndex = 1;
inline constexpr std::uint32_t kCodeIndex = 2;
inline constexpr std::uint32_t kDateIndex = 3;

std::string recordKey(std::uint64_t record);
std::string idKey(bson::DocumentView document);
std::string codeKey(bson::DocumentView document, std::uint64_t record);
std::string dateKey(std::int64_t millis, std::uint64_t record);
/// The parts of a date key.
std::int64_t dateOf(const rocksdb::Slice& dateKey);
std::uint64_t recordOf(const rocksdb::Slice& dateKey);
} // namespace raw

/// RocksDB itself, in this process, with the engine's options; the journal is synced every 100 ms.
/// No checks, no commands, no wire. One thread. Errors: Storage.
class RawStore
{
public:
    using Family = engine::storage::Family;

    /// `filter` (may be null) is asked in compactions of records and indexes; it must outlive the
    /// store.
    static Result<std::unique_ptr<RawStore>> open(const std::string& folder,
                                                  const rocksdb::CompactionFilter* filter);
    RawStore(const RawStore&) = delete;
    RawStore& operator=(const RawStore&) = delete;
    /// Closes without flushing, as the engine does.
    ~RawStore();

    rocksdb::ColumnFamilyHandle* handle(Family family) const;
    void put(rocksdb::WriteBatch& writes, Family family, const std::string& key,
             const rocksdb::Slice& value) const;
    std::unique_ptr<rocksdb::Iterator> iterator(Family family) const;
    Result<void> insert(const std::vector<bson::Document>& batch);
    /// With the collection's counter, as every write of the engine; `change`: of the number of
    /// documents.
    Result<void> commit(rocksdb::WriteBatch& writes, std::int64_t change);
    /// Flushes and rewrites all families, one after the other.
    Result<void> compactAll();
    double fileBytes() const;

private:
    RawStore(rocksdb::DB* db, std::vector<rocksdb::ColumnFamilyHandle*> families);
    void syncJournal(const std::stop_token& stop);

    std::unique_ptr<rocksdb::DB> m_db;
    std::vector<rocksdb::ColumnFamilyHandle*> m_families;
    std::uint64_t m_nextRecord = 1;
    std::int64_t m_count = 0;
    std::jthread m_journal;
};

} // namespace sandglass::bench

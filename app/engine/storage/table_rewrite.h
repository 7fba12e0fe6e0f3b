// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/storage/compaction_watch.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/record_extent.h"

#include <rocksdb/db.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace sandglass::engine::storage {

/// Removes released keys from the tables of a family, and verifies it: tables within dead ranges go
/// unread, tables with keys of released records are rewritten, all others stay.
///
/// Compactions that began earlier may still write files filtered by older rules, and RocksDB may
/// move a file to a lower level unread while a manual compaction runs above. So run() waits for the
/// running compactions, flushes, notes the largest file number, waits until it is in use, compacts
/// the ranges, and checks whether a file with at most that number is still in use there. File
/// numbers only grow, and a moved file keeps its number. A larger number means a later compaction,
/// or a flush of later commits.
class TableRewrite
{
public:
    TableRewrite(rocksdb::DB& db, rocksdb::ColumnFamilyHandle& family, CompactionWatch& watch)
        : m_db(db)
        , m_family(family)
        , m_watch(watch)
    {
    }

    /// Sets `whole` to true when all files were rewritten, to false when it was cancelled or a file
    /// stayed in spite of several attempts. Blocks. Errors: RocksDB's status.
    rocksdb::Status run(const ReleasedKeys& keys, std::atomic<bool>& cancelled, bool& whole);

private:
    /// Removes the tables that hold nothing but keys of these ranges.
    rocksdb::Status removeTables(std::span<const KeySpan> dead);
    /// Compacts what is left of one range; `whole` as in run().
    rocksdb::Status rewrite(const ReleasedKeys& keys, const KeySpan& range, std::uint64_t newest,
                            std::atomic<bool>& cancelled, bool& whole);
    /// What the tables of a range have noted, by the number of the file.
    std::map<std::uint64_t, RecordExtent> extents(const KeySpan& range);
    /// All tables of the family, with those that a flush has just written.
    std::vector<rocksdb::LiveFileMetaData> tables();
    /// Largest file number of the family; 0 without files.
    std::uint64_t newestFile();
    /// The same, of the version that readers and manual compactions use.
    std::uint64_t newestInUse();
    /// Waits until files with numbers up to `newest` are in that version. False when cancelled.
    bool waitUntilInUse(std::uint64_t newest, const std::atomic<bool>& cancelled);
    /// The parts of the range that are in files with a number up to `newest` in which there may be
    /// released keys, in order; both ends of a part are keys in it.
    std::vector<KeySpan> oldParts(const ReleasedKeys& keys, const KeySpan& range,
                                  std::uint64_t newest);
    /// One manual compaction of a part, both ends included.
    rocksdb::Status compact(const KeySpan& part, std::atomic<bool>& cancelled);

    rocksdb::DB& m_db;
    rocksdb::ColumnFamilyHandle& m_family;
    CompactionWatch& m_watch;
};

} // namespace sandglass::engine::storage

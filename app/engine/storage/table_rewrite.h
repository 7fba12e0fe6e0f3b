// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/storage/compaction_watch.h"
#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>

#include <atomic>
#include <cstdint>
#include <span>

namespace sandglass::engine::storage {

/// Rewrites every table of a family that holds keys of some ranges, and verifies it.
///
/// Compactions that began earlier may still write files filtered by older rules, and RocksDB may
/// move a file to a lower level unread while a manual compaction runs above. So run() waits for the
/// running compactions, flushes, notes the largest file number, compacts the ranges, and checks
/// whether a file with at most that number is still in use there. File numbers only grow, and a
/// moved file keeps its number. A larger number means a later compaction, or a flush of later
/// commits.
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
    rocksdb::Status run(std::span<const KeySpan> ranges, std::atomic<bool>& cancelled, bool& whole);

private:
    /// Largest file number of the family; 0 without files.
    std::uint64_t newestFile();
    /// Whether a file with a number up to `newest` still holds keys of the range.
    bool isOldFileLeft(const KeySpan& range, std::uint64_t newest);
    /// One manual compaction of the range.
    rocksdb::Status compact(const KeySpan& range, std::atomic<bool>& cancelled);

    rocksdb::DB& m_db;
    rocksdb::ColumnFamilyHandle& m_family;
    CompactionWatch& m_watch;
};

} // namespace sandglass::engine::storage

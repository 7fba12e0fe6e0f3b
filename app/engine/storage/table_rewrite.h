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

/// Rewrites every table file of a family that holds keys of some ranges, and makes sure of it.
///
/// Compactions that began before the call may still write files that were filtered by older rules,
/// and RocksDB may move a file to a lower level without reading it while a manual compaction is at
/// work above. So: wait for what is running, flush, note the largest file number, compact the
/// ranges, and look whether a file with a number up to that one is still in use there. Numbers only
/// grow, and a moved file keeps its own; a file with a larger number was written by a compaction
/// that began later, or by a flush of what was committed later.
class TableRewrite
{
public:
    TableRewrite(rocksdb::DB& db, rocksdb::ColumnFamilyHandle& family, CompactionWatch& watch)
        : m_db(db)
        , m_family(family)
        , m_watch(watch)
    {
    }

    /// True when all files were rewritten; false when it was cancelled or some file stayed in spite
    /// of several attempts. Errors: RocksDB's status.
    rocksdb::Status run(std::span<const KeySpan> ranges, std::atomic<bool>& cancelled, bool& whole);

private:
    std::uint64_t newestFile();
    bool isOldFileLeft(const KeySpan& range, std::uint64_t newest);
    rocksdb::Status compact(const KeySpan& range, std::atomic<bool>& cancelled);

    rocksdb::DB& m_db;
    rocksdb::ColumnFamilyHandle& m_family;
    CompactionWatch& m_watch;
};

} // namespace sandglass::engine::storage

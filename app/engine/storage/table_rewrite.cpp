// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/table_rewrite.h"

#include "app/engine/storage/rocks_iterator.h"
#include "app/engine/storage/rocks_options.h"

#include <rocksdb/metadata.h>
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <memory>

namespace sandglass::engine::storage {

namespace {

constexpr int kAttempts = 3;

bool overlaps(const rocksdb::SstFileMetaData& file, const KeySpan& range)
{
    return file.largestkey >= range.from && (range.to.empty() || file.smallestkey < range.to);
}

// Whether a table has a key in the range. A compaction skips a table that only spans it. A table
// that cannot be opened may have been replaced meanwhile; it counts as holding keys until it is
// gone.
bool holdsKeys(const rocksdb::SstFileMetaData& file, const KeySpan& range)
{
    rocksdb::SstFileReader table{rocksdb::Options()};
    if (!table.Open(file.db_path + "/" + file.name).ok()) {
        return true;
    }
    const std::unique_ptr<rocksdb::Iterator> keys(table.NewIterator(rocksdb::ReadOptions()));
    keys->Seek(range.from);
    if (!keys->Valid()) {
        return !keys->status().ok();
    }
    return range.to.empty() || keys->key().compare(range.to) < 0;
}

} // namespace

rocksdb::Status TableRewrite::run(std::span<const KeySpan> ranges, std::atomic<bool>& cancelled,
                                  bool& whole)
{
    whole = false;
    if (!m_watch.waitForRunning(m_family.GetID(), cancelled)) {
        return rocksdb::Status::OK();
    }
    rocksdb::Status status = m_db.Flush(rocksdb::FlushOptions(), &m_family);
    if (!status.ok()) {
        return status;
    }
    const std::uint64_t newest = newestFile();
    // a file may move to a lower level unread while a compaction runs; then another attempt is
    // needed
    for (int attempt = 0; attempt < kAttempts && !whole; ++attempt) {
        whole = true;
        for (const KeySpan& range : ranges) {
            // the first of two ranges in a table already rewrote it
            if (!isOldFileLeft(range, newest)) {
                continue;
            }
            status = compact(range, cancelled);
            // Incomplete: RocksDB saw the cancellation
            if (status.IsIncomplete() || cancelled) {
                whole = false;
                return rocksdb::Status::OK();
            }
            if (!status.ok()) {
                return status;
            }
            whole = whole && !isOldFileLeft(range, newest);
        }
    }
    return status;
}

std::uint64_t TableRewrite::newestFile()
{
    rocksdb::ColumnFamilyMetaData files;
    m_db.GetColumnFamilyMetaData(&m_family, &files);
    std::uint64_t newest = 0;
    for (const auto& level : files.levels) {
        for (const auto& file : level.files) {
            newest = std::max(newest, file.file_number);
        }
    }
    return newest;
}

bool TableRewrite::isOldFileLeft(const KeySpan& range, std::uint64_t newest)
{
    rocksdb::ColumnFamilyMetaData files;
    m_db.GetColumnFamilyMetaData(&m_family, &files);
    const auto isOld = [&](const rocksdb::SstFileMetaData& file) {
        return file.file_number <= newest && overlaps(file, range) && holdsKeys(file, range);
    };
    return std::any_of(files.levels.begin(), files.levels.end(), [&](const auto& level) {
        return std::any_of(level.files.begin(), level.files.end(), isOld);
    });
}

rocksdb::Status TableRewrite::compact(const KeySpan& range, std::atomic<bool>& cancelled)
{
    rocksdb::CompactRangeOptions options = rewriteOptions();
    options.canceled = &cancelled;
    const rocksdb::Slice first = toRocks(range.from);
    const rocksdb::Slice last = toRocks(range.to);
    return m_db.CompactRange(options, &m_family, range.from.empty() ? nullptr : &first,
                             range.to.empty() ? nullptr : &last);
}

} // namespace sandglass::engine::storage

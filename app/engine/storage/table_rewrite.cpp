// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/table_rewrite.h"

#include "app/engine/storage/rocks_iterator.h"
#include "app/engine/storage/rocks_options.h"

#include <rocksdb/convenience.h>
#include <rocksdb/metadata.h>
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>

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

// A table, or what of it is in a range, and whether it must be rewritten.
struct Part
{
    KeySpan keys;
    bool rewritten;
};

// The parts to rewrite, those together between which nothing stays: one compaction of several
// tables is quicker than several.
std::vector<KeySpan> joined(std::vector<Part> parts)
{
    std::ranges::sort(parts, {}, [](const Part& part) { return part.keys.from; });
    std::vector<KeySpan> joined;
    bool goesOn = false;
    for (const Part& part : parts) {
        const bool overlapping = !joined.empty() && part.keys.from <= joined.back().to;
        if (!part.rewritten) {
            goesOn = goesOn && overlapping;
        } else if (goesOn || overlapping) {
            joined.back().to = std::max(joined.back().to, part.keys.to);
            goesOn = true;
        } else {
            joined.push_back(part.keys);
            goesOn = true;
        }
    }
    return joined;
}

} // namespace

rocksdb::Status TableRewrite::run(const ReleasedKeys& keys, std::atomic<bool>& cancelled,
                                  bool& whole)
{
    whole = false;
    if (!m_watch.waitForRunning(m_family.GetID(), cancelled)) {
        return rocksdb::Status::OK();
    }
    rocksdb::Status status = m_db.Flush(rocksdb::FlushOptions(), &m_family);
    if (status.ok()) {
        status = removeTables(keys.dead);
    }
    if (!status.ok()) {
        return status;
    }
    const std::uint64_t newest = newestFile();
    if (!waitUntilInUse(newest, cancelled)) {
        return rocksdb::Status::OK();
    }
    // a file may move to a lower level unread while a compaction runs; then another attempt is
    // needed
    for (int attempt = 0; attempt < kAttempts && !whole; ++attempt) {
        whole = true;
        for (const KeySpan& range : keys.ranges) {
            status = rewrite(keys, range, newest, cancelled, whole);
            // Incomplete: RocksDB saw the cancellation
            if (status.IsIncomplete() || cancelled) {
                whole = false;
                return rocksdb::Status::OK();
            }
            if (!status.ok()) {
                return status;
            }
        }
    }
    return status;
}

rocksdb::Status TableRewrite::removeTables(std::span<const KeySpan> dead)
{
    if (dead.empty()) {
        return rocksdb::Status::OK();
    }
    std::vector<rocksdb::Slice> ends;
    ends.reserve(2 * dead.size());
    std::vector<rocksdb::RangePtr> ranges;
    for (const KeySpan& each : dead) {
        ends.push_back(toRocks(each.from));
        ends.push_back(toRocks(each.to));
        ranges.emplace_back(&ends[ends.size() - 2], &ends.back());
    }
    return rocksdb::DeleteFilesInRanges(&m_db, &m_family, ranges.data(), ranges.size(), false);
}

rocksdb::Status TableRewrite::rewrite(const ReleasedKeys& keys, const KeySpan& range,
                                      std::uint64_t newest, std::atomic<bool>& cancelled,
                                      bool& whole)
{
    const std::vector<KeySpan> parts = oldParts(keys, range, newest);
    for (const KeySpan& part : parts) {
        rocksdb::Status status = compact(part, cancelled);
        if (!status.ok() || cancelled) {
            return status;
        }
    }
    whole = whole && (parts.empty() || oldParts(keys, range, newest).empty());
    return rocksdb::Status::OK();
}

std::map<std::uint64_t, RecordExtent> TableRewrite::extents(const KeySpan& range)
{
    std::map<std::uint64_t, RecordExtent> found;
    rocksdb::TablePropertiesCollection tables;
    const rocksdb::Range bounds(toRocks(range.from), toRocks(range.to));
    const rocksdb::Status status = range.to.empty()
        ? m_db.GetPropertiesOfAllTables(&m_family, &tables)
        : m_db.GetPropertiesOfTablesInRange(&m_family, &bounds, 1, &tables);
    if (!status.ok()) {
        return found; // what is not known is rewritten
    }
    for (const auto& [path, table] : tables) {
        if (const auto extent = extentOf(*table)) {
            const std::string name = std::filesystem::path(path).stem().string();
            found.emplace(std::strtoull(name.c_str(), nullptr, 10), *extent);
        }
    }
    return found;
}

// GetColumnFamilyMetaData() would not do, because it is about the version in use: since RocksDB 8,
// when families are flushed at the same time, Flush() may return before the table that it has
// written is in use. What the table holds would be taken for removed, and come back.
std::vector<rocksdb::LiveFileMetaData> TableRewrite::tables()
{
    std::vector<rocksdb::LiveFileMetaData> all;
    m_db.GetLiveFilesMetaData(&all);
    std::erase_if(all,
                  [&](const auto& file) { return file.column_family_name != m_family.GetName(); });
    return all;
}

std::uint64_t TableRewrite::newestFile()
{
    std::uint64_t newest = 0;
    for (const auto& file : tables()) {
        newest = std::max(newest, file.file_number);
    }
    return newest;
}

std::uint64_t TableRewrite::newestInUse()
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

bool TableRewrite::waitUntilInUse(std::uint64_t newest, const std::atomic<bool>& cancelled)
{
    // a compaction may remove the file meanwhile
    while (newestInUse() < std::min(newest, newestFile())) {
        if (cancelled) {
            return false;
        }
        // RocksDB reports nothing then; its thread only waits for a lock
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

std::vector<KeySpan> TableRewrite::oldParts(const ReleasedKeys& keys, const KeySpan& range,
                                            std::uint64_t newest)
{
    std::map<std::uint64_t, RecordExtent> known;
    if (keys.holdsAny) {
        known = extents(range);
    }
    const auto staysAsItIs = [&](const rocksdb::SstFileMetaData& file) {
        const auto extent = known.find(file.file_number);
        return extent != known.end()
            && (extent->second.first > extent->second.last
                || !keys.holdsAny(extent->second.first, extent->second.last));
    };
    std::vector<Part> parts;
    for (const auto& file : tables()) {
        if (!overlaps(file, range)) {
            continue;
        }
        const KeySpan part{std::max(file.smallestkey, range.from),
                           range.to.empty() ? file.largestkey
                                            : std::min(file.largestkey, range.to)};
        parts.push_back(
            {part, file.file_number <= newest && !staysAsItIs(file) && holdsKeys(file, range)});
    }
    return joined(std::move(parts));
}

rocksdb::Status TableRewrite::compact(const KeySpan& part, std::atomic<bool>& cancelled)
{
    rocksdb::CompactRangeOptions options = rewriteOptions();
    options.canceled = &cancelled;
    const rocksdb::Slice first = toRocks(part.from);
    const rocksdb::Slice last = toRocks(part.to);
    return m_db.CompactRange(options, &m_family, &first, &last);
}

} // namespace sandglass::engine::storage

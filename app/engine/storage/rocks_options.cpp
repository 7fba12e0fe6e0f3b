// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/rocks_options.h"

#include "app/engine/storage/record_extent.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/rate_limiter.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace sandglass::engine::storage {

namespace {

constexpr std::int64_t kBackgroundBytesPerSecond = 200LL << 20U;
constexpr int kMessageId = 9100103;

// Forwards RocksDB's messages to our log. By default RocksDB writes LOG files into the data folder,
// even when the disk is full.
class ForwardingLogger final : public rocksdb::Logger
{
public:
    explicit ForwardingLogger(base::Log& log)
        : rocksdb::Logger(rocksdb::InfoLogLevel::WARN_LEVEL)
        , m_log(log)
    {
    }

    using rocksdb::Logger::Logv;
    void Logv(const char* format, va_list arguments) override
    {
        // longer messages are cut
        char text[512];
        if (std::vsnprintf(text, sizeof(text), format, arguments) < 0) {
            return;
        }
        m_log.write({base::Severity::Debug1,
                     "STORAGE",
                     kMessageId,
                     "store",
                     "Message of the storage library",
                     {{"text", std::string(text)}}});
    }

private:
    base::Log& m_log;
};

rocksdb::CompressionType bestCompression()
{
    const auto known = rocksdb::GetSupportedCompressions();
    const bool lz4 = std::find(known.begin(), known.end(), rocksdb::kLZ4Compression) != known.end();
    return lz4 ? rocksdb::kLZ4Compression : rocksdb::kNoCompression;
}

// Small enough that the tables of a collection in which some keys are removed and some are not are
// few (see TableRewrite), and about as many keys in each family: an entry is smaller than a
// document, and a date smaller than both.
std::uint64_t tableBytes(const StoreOptions& options, Family family)
{
    switch (family) {
    case Family::Records:
        return options.tableBytes / 4;
    case Family::Indexes:
        return options.tableBytes / 16;
    case Family::Dates:
        return options.tableBytes / 32;
    case Family::Meta:
        break;
    }
    return options.tableBytes;
}

} // namespace

std::string familyName(Family family)
{
    switch (family) {
    case Family::Records:
        return "rec";
    case Family::Indexes:
        return "idx";
    case Family::Dates:
        return "ttl";
    case Family::Meta:
        break;
    }
    return rocksdb::kDefaultColumnFamilyName;
}

// The defaults except for two options; see the header.
rocksdb::CompactRangeOptions rewriteOptions()
{
    rocksdb::CompactRangeOptions options;
    // other compactions may run at the same time
    options.exclusive_manual_compaction = false;
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
    return options;
}

rocksdb::DBOptions databaseOptions(const StoreOptions& options, base::Log& log)
{
    rocksdb::DBOptions db;
    db.create_if_missing = true;
    db.create_missing_column_families = true;
    db.max_total_wal_size = options.journalBytes;
    db.db_write_buffer_size = options.bufferBytes;
    db.max_background_jobs = 3; // one flush and two compactions at a time
    db.max_open_files = 512;
    db.bytes_per_sync = 1U << 20U;
    db.rate_limiter.reset(rocksdb::NewGenericRateLimiter(kBackgroundBytesPerSecond));
    // a store has one writer at a time, so the cheaper single-threaded insertion is enough
    db.allow_concurrent_memtable_write = false;
    db.enable_write_thread_adaptive_yield = false;
    // after a failed write nothing may be written again, not even by RocksDB's own recovery
    db.max_bgerror_resume_count = 0;
    // the journal holds what is in memory; the next start replays it
    db.avoid_flush_during_shutdown = true;
    db.stats_dump_period_sec = 0;
    db.stats_persist_period_sec = 0;
    db.info_log = std::make_shared<ForwardingLogger>(log);
    return db;
}

std::vector<rocksdb::ColumnFamilyDescriptor>
familyDescriptors(const StoreOptions& options, const std::shared_ptr<const FilterSlot>& filter)
{
    rocksdb::BlockBasedTableOptions table;
    table.block_cache = rocksdb::NewLRUCache(options.cacheBytes);
    // 10 bits per key: about one lookup in a hundred reads a table in vain
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    table.block_size = std::size_t{8} << 10U;
    table.format_version = 5;
    table.cache_index_and_filter_blocks = true;
    // Partitioned: the filter of millions of short keys would be larger than a shard of the cache
    // and would be read again on every lookup.
    table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
    table.partition_filters = true;
    table.cache_index_and_filter_blocks_with_high_priority = true;
    table.pin_top_level_index_and_filter = true;
    table.pin_l0_filter_and_index_blocks_in_cache = true;

    rocksdb::ColumnFamilyOptions family;
    family.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    // 24 MiB of 64: the documents alone must not use up all buffers
    family.write_buffer_size = options.bufferBytes / 8 * 3;
    family.max_write_buffer_number = 3;
    family.target_file_size_base = options.tableBytes;
    family.max_bytes_for_level_base = 4 * options.tableBytes;
    family.compression = bestCompression();
    // a unique check mostly looks up keys that do not exist
    family.memtable_prefix_bloom_size_ratio = 0.02;
    family.memtable_whole_key_filtering = true;

    // memtable_insert_with_hint_prefix_extractor would save a third of a write. But RocksDB 7.8
    // confuses its hints for keys and for range deletions with the same prefix, which corrupts the
    // memtable.
    std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
    descriptors.reserve(kFamilyCount);
    for (const Family each : {Family::Records, Family::Indexes, Family::Dates, Family::Meta}) {
        // the catalog never hides keys of its own
        if (filter && each != Family::Meta) {
            family.compaction_filter_factory = std::make_shared<DropFilterFactory>(each, filter);
            family.table_properties_collector_factories = {notesRecordExtents(each)};
            family.target_file_size_base = tableBytes(options, each);
            family.target_file_size_multiplier = 2;
        } else {
            family.compaction_filter_factory.reset();
            family.table_properties_collector_factories.clear();
        }
        descriptors.emplace_back(familyName(each), family);
    }
    return descriptors;
}

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/storage/compaction_watch.h"
#include "app/engine/storage/drop_filter.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/open_store.h"

#include <rocksdb/db.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace sandglass::engine::storage {

/// What a store shares with its RocksDB from the opening on: the key filter and the running
/// compactions.
struct StoreHooks
{
    std::shared_ptr<FilterSlot> filter = std::make_shared<FilterSlot>();
    std::shared_ptr<CompactionWatch> compactions = std::make_shared<CompactionWatch>();
};

/// The KeyValueStore on RocksDB. Its own thread syncs the journal every `journalInterval`.
class RocksStore final : public KeyValueStore
{
public:
    using Families = std::array<rocksdb::ColumnFamilyHandle*, kFamilyCount>;

    /// `families`: in the order of enum Family; owned by the store. `hooks`: the ones that the
    /// database was opened with. `log` must outlive the store.
    RocksStore(std::unique_ptr<rocksdb::DB> db, const Families& families, StoreHooks hooks,
               const StoreOptions& options, base::Log& log);
    RocksStore(const RocksStore&) = delete;
    RocksStore& operator=(const RocksStore&) = delete;
    ~RocksStore() override;

    std::unique_ptr<Batch> makeBatch() override;
    Result<void> commit(Batch& batch, Durability durability) override;
    std::shared_ptr<const Snapshot> snapshot() override;
    Result<bool> get(Family family, Slice key, std::string& value,
                     const Snapshot* snapshot) override;
    std::unique_ptr<Iterator> iterate(Family family, Slice lower, Slice upper,
                                      const Snapshot* snapshot) override;
    Result<void> syncJournal() override;
    std::uint64_t approximateBytes(Family family, Slice from, Slice to) override;
    StoreFigures figures() override;
    bool writesRefused() const override;
    Result<void> compact(Family family, Slice from, Slice to) override;
    void setKeyFilter(std::shared_ptr<const KeyFilter> filter) override;
    Result<bool> dropReleased(Family family, std::span<const KeySpan> ranges,
                              std::atomic<bool>& cancelled) override;
    Result<std::uint64_t> endJournal() override;
    std::uint64_t oldestJournal() override;
    void wakeRewrites() override { m_hooks.compactions->wake(); }
    Result<void> checkpoint(const std::string& folder) override;

private:
    /// RocksDB's handle of a family.
    rocksdb::ColumnFamilyHandle* handle(Family family) const;
    /// The error of a write after an earlier failed write.
    base::Error refusal() const;
    /// Stops all further writes and returns the error of this one; logs the first time.
    base::Error refuse(std::string_view doing, const rocksdb::Status& status);
    /// The journal thread: syncs at every interval until it is stopped.
    void runJournal(const std::stop_token& stop);

    std::unique_ptr<rocksdb::DB> m_db;
    Families m_families;
    StoreHooks m_hooks;
    std::shared_ptr<const KeyFilter> m_filter; ///< null: nothing is hidden
    base::Millis m_journalInterval;
    base::Log& m_log;

    std::atomic<bool> m_refused{false};
    std::atomic<std::uint64_t> m_written{0}; ///< commits so far

    std::mutex m_syncMutex;
    std::condition_variable_any m_syncDone;
    bool m_syncing = false; // guarded by m_syncMutex
    std::uint64_t m_synced = 0; // guarded by m_syncMutex; commits known to be on disk

    std::jthread m_journal; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/storage/database.h"
#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/rocks_iterator.h"

#include <rocksdb/db.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace sandglass::engine::storage {

/// The KeyValueStore on RocksDB. Its own thread syncs the journal every `journalInterval`.
class RocksStore final : public KeyValueStore
{
public:
    /// `database`: opened from `files`; the store closes it. `log` must outlive the store.
    RocksStore(Database database, DatabaseFiles files, base::Log& log);
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
    RangeBytes approximateBytes(Family family, Slice from, Slice to) override;
    StoreFigures figures() override;
    bool writesRefused() const override;
    Result<void> compact(Family family, Slice from, Slice to) override;
    void setKeyFilter(std::shared_ptr<const KeyFilter> filter) override;
    Result<bool> dropReleased(Family family, const ReleasedKeys& keys,
                              std::atomic<bool>& cancelled) override;
    Result<std::uint64_t> endJournal() override;
    std::uint64_t oldestJournal() override;
    void wakeRewrites() override { m_hooks.compactions->wake(); }
    Result<void> checkpoint(const std::string& folder) override;
    Result<bool> dropRange(Family family, const KeySpan& range,
                           std::atomic<bool>& cancelled) override;
    Result<bool> resumeWrites(const StoreReaders& readers) override;
    void setRefusalListener(const std::function<void(const base::Error&)>& listener) override
    {
        m_refusalListener = listener;
    }
    std::optional<std::string> lostJournal() const override { return m_lost; }
    std::optional<base::Time> lastWritten() const override { return m_lastWritten; }
    std::string identity() const override;
    std::vector<DamagedTable> damagedTables() const override { return m_hooks.damage->tables(); }
    std::unique_ptr<Iterator> iterateTable(const DamagedTable& table) override;
    void setDamageListener(const std::function<void()>& listener) override
    {
        m_hooks.damage->setListener(listener);
    }

private:
    /// RocksDB's handle of a family.
    rocksdb::ColumnFamilyHandle* handle(Family family) const;
    /// The error of a write after an earlier failed write.
    base::Error refusal();
    /// Stops all further writes and returns the error of this one; logs the first time.
    base::Error refuse(std::string_view doing, const rocksdb::Status& status);
    /// The error of a compaction that was asked for. It stops all further writes, unless the
    /// compaction only could not read a table: then nothing has changed.
    base::Error compactionError(std::string_view doing, const rocksdb::Status& status);
    /// Writes the mark after a sync. `covered`: the current journal file before the sync.
    void markSynced(const SyncedFile& covered);
    /// Closes the database and opens it again; see resumeWrites(). Errors: Storage; InvalidInput
    /// for a damaged journal.
    Result<void> reopen();
    /// The refusal does not pass by itself any more: a restart must end it.
    void resumeNever();
    /// The journal thread: syncs at every interval until it is stopped.
    void runJournal(const std::stop_token& stop);

    const DatabaseFiles m_files;
    base::Log& m_log;
    const StoreHooks m_hooks;
    const std::optional<std::string> m_lost;
    const std::optional<base::Time> m_lastWritten;
    Database m_database; ///< without a database after a failed reopen()
    rocksdb::DB* m_db; ///< of m_database
    InUse m_inUse; ///< shared by all iterators and snapshots
    std::shared_ptr<const KeyFilter> m_filter; ///< null: nothing is hidden
    std::function<void(const base::Error&)> m_refusalListener; ///< may be empty

    std::atomic<bool> m_refused{false};
    /// Whether a sync failed: a later one may not cover what that one should have covered. Linux
    /// drops such pages, and the next sync succeeds.
    std::atomic<bool> m_journalDoubted{false};
    std::atomic<std::uint64_t> m_written{0}; ///< commits so far
    std::atomic<std::uint64_t> m_sequence; ///< RocksDB's number of the last commit

    std::mutex m_refusalMutex;
    base::Error m_refusal; // guarded by m_refusalMutex; of the write that ended all writes

    JournalMark m_mark; ///< used only during a sync of the journal
    std::vector<SyncedFile> m_marked; ///< what m_mark says; used only during a sync

    std::mutex m_syncMutex;
    std::condition_variable_any m_syncDone;
    bool m_syncing = false; // guarded by m_syncMutex
    std::uint64_t m_synced = 0; // guarded by m_syncMutex; commits known to be on disk

    std::jthread m_journal; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/rocks_store.h"

#include "app/engine/storage/failpoint.h"
#include "app/engine/storage/live_journals.h"
#include "app/engine/storage/range_bytes.h"
#include "app/engine/storage/rocks_batch.h"
#include "app/engine/storage/rocks_iterator.h"
#include "app/engine/storage/rocks_options.h"
#include "app/engine/storage/rocks_snapshot.h"
#include "app/engine/storage/table_iterator.h"
#include "app/engine/storage/table_rewrite.h"
#include "app/platform/files.h"

#include <rocksdb/convenience.h>
#include <rocksdb/utilities/checkpoint.h>

#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace sandglass::engine::storage {

namespace {

constexpr int kRefusedLogId = 9100101;

rocksdb::ReadOptions readOptions(const Snapshot* snapshot)
{
    rocksdb::ReadOptions options;
    if (snapshot != nullptr) {
        options.snapshot = static_cast<const RocksSnapshot*>(snapshot)->native();
    }
    return options;
}

} // namespace

RocksStore::RocksStore(Database database, DatabaseFiles files, base::Log& log)
    : m_files(std::move(files))
    , m_log(log)
    , m_hooks(database.hooks)
    , m_lost(std::move(database.lost))
    , m_lastWritten(database.lastWritten)
    , m_database(std::move(database))
    , m_db(m_database.db.get())
    , m_inUse(std::make_shared<char>())
    , m_sequence(m_db->GetLatestSequenceNumber())
    , m_mark(m_files.folder)
    , m_journal([this](const std::stop_token& stop) { runJournal(stop); })
{
}

RocksStore::~RocksStore()
{
    m_journal.request_stop();
    m_journal.join();
    if (!m_refused) {
        // The last commits are already with the operating system. refuse() logs a failure of this
        // sync.
        const Result<void> synced = syncJournal();
        static_cast<void>(synced.has_value());
    }
    if (m_db != nullptr) {
        m_database.close();
    }
}

rocksdb::ColumnFamilyHandle* RocksStore::handle(Family family) const
{
    return m_database.families.at(static_cast<std::size_t>(family));
}

base::Error RocksStore::refusal()
{
    const std::lock_guard lock(m_refusalMutex);
    base::Error error = base::failure(
        Errc::Storage,
        "writes are refused because an earlier write to the data folder failed; reads still work");
    error.serverCode = m_refusal.serverCode;
    error.serverCodeName = m_refusal.serverCodeName;
    return error;
}

base::Error RocksStore::refuse(std::string_view doing, const rocksdb::Status& status)
{
    base::Error error = storageError(doing, status);
    if (isFailedSync(status)) {
        m_journalDoubted = true;
    }
    {
        const std::lock_guard lock(m_refusalMutex);
        // logged once: every later write fails for the same reason
        if (m_refused) {
            return error;
        }
        m_refusal = error;
        m_refused = true;
    }
    m_log.write({base::Severity::Error,
                 "STORAGE",
                 kRefusedLogId,
                 "store",
                 "A write failed; no further writes are accepted",
                 {{"error", error.message}}});
    if (m_refusalListener) {
        m_refusalListener(error);
    }
    return error;
}

base::Error RocksStore::compactionError(std::string_view doing, const rocksdb::Status& status)
{
    return isUnreadable(status) ? storageError(doing, status) : refuse(doing, status);
}

std::unique_ptr<Batch> RocksStore::makeBatch()
{
    return std::make_unique<RocksBatch>(m_database.families);
}

Result<void> RocksStore::commit(Batch& batch, Durability durability)
{
    if (m_refused) {
        return refusal();
    }
    countNothing();
    passFailpoint("commit-begin");
    rocksdb::Status status
        = m_db->Write(rocksdb::WriteOptions(), &static_cast<RocksBatch&>(batch).native());
    if (!status.ok()) {
        return refuse("writing", status);
    }
    passFailpoint("commit-written");
    // Never back: marks and holds are committed without the catalog's writer lock, and reopen()
    // cuts off what is behind the last commit.
    const std::uint64_t last = m_db->GetLatestSequenceNumber();
    std::uint64_t known = m_sequence;
    while (known < last && !m_sequence.compare_exchange_weak(known, last)) { }
    ++m_written;
    if (durability == Durability::Disk) {
        return syncJournal();
    }
    return {};
}

Result<void> RocksStore::syncJournal()
{
    std::unique_lock lock(m_syncMutex);
    const std::uint64_t wanted = m_written;
    // Waiting threads share a sync. A sync that began after a commit covers it; one that was
    // already running may not.
    while (m_synced < wanted) {
        if (m_refused) {
            return refusal();
        }
        if (m_syncing) {
            m_syncDone.wait(lock);
            continue;
        }
        m_syncing = true;
        // commits that the sync below is certain to cover
        const std::uint64_t covered = m_written;
        lock.unlock();
        const SyncedFile journal = currentJournal(*m_db);
        passFailpoint("sync-begin");
        const rocksdb::Status status = m_db->SyncWAL();
        std::optional<base::Error> error;
        if (!status.ok()) {
            m_journalDoubted = true;
            error = refuse("syncing the journal", status);
        } else {
            passFailpoint("sync-done");
            markSynced(journal);
            passFailpoint("sync-marked");
        }
        lock.lock();
        m_syncing = false;
        if (!error) {
            m_synced = covered;
        }
        m_syncDone.notify_all();
        if (error) {
            return *std::move(error);
        }
    }
    return {};
}

void RocksStore::markSynced(const SyncedFile& covered)
{
    if (covered.number == 0) {
        return;
    }
    if (m_marked.empty() || m_marked.back().number != covered.number) {
        // a new file: the ones before it are complete, and were synced with it
        m_marked = liveJournals(*m_db);
        std::erase_if(m_marked,
                      [&](const SyncedFile& file) { return file.number >= covered.number; });
        m_marked.push_back(covered);
    }
    m_marked.back().bytes = covered.bytes;
    m_mark.write(m_marked);
}

void RocksStore::runJournal(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_syncMutex);
            m_syncDone.wait_for(lock, stop, m_files.options.journalInterval, [] { return false; });
        }
        // syncJournal() logs a failure, and the next commit reports it
        if (stop.stop_requested() || m_refused || !syncJournal()) {
            continue;
        }
    }
}

std::shared_ptr<const Snapshot> RocksStore::snapshot()
{
    return std::make_shared<RocksSnapshot>(*m_db, m_filter.get(), m_inUse);
}

Result<bool> RocksStore::get(Family family, Slice key, std::string& value, const Snapshot* snapshot)
{
    countNothing();
    rocksdb::PinnableSlice found;
    const rocksdb::Status status
        = m_db->Get(readOptions(snapshot), handle(family), toRocks(key), &found);
    if (status.IsNotFound()) {
        return false;
    }
    if (!status.ok()) {
        return storageError("reading", status);
    }
    // a key of a record that was removed in bulk is still stored until a compaction drops it
    if (m_filter && m_filter->hides(family, key, fromRocks(found))) {
        return false;
    }
    value.assign(found.data(), found.size());
    return true;
}

std::unique_ptr<Iterator> RocksStore::iterate(Family family, Slice lower, Slice upper,
                                              const Snapshot* snapshot)
{
    auto iterator = std::make_unique<RocksIterator>(
        *m_db, handle(family), readOptions(snapshot), KeyBounds{lower, upper},
        m_filter ? m_filter->forReading(family) : nullptr);
    iterator->keep(m_inUse);
    return iterator;
}

std::unique_ptr<Iterator> RocksStore::iterateTable(const DamagedTable& table)
{
    return std::make_unique<TableIterator>(*m_db, table.file);
}

RangeBytes RocksStore::approximateBytes(Family family, Slice from, Slice to)
{
    return rangeBytes(*m_db, handle(family), from, to);
}

StoreFigures RocksStore::figures()
{
    StoreFigures figures;
    for (rocksdb::ColumnFamilyHandle* family : m_database.families) {
        std::uint64_t bytes = 0;
        if (m_db->GetIntProperty(family, rocksdb::DB::Properties::kTotalSstFilesSize, &bytes)) {
            figures.fileBytes += bytes;
        }
        if (m_db->GetIntProperty(family, rocksdb::DB::Properties::kCurSizeAllMemTables, &bytes)) {
            figures.memtableBytes += bytes;
        }
    }
    // all families share the cache, so one of them reports all of it
    m_db->GetIntProperty(handle(Family::Records), rocksdb::DB::Properties::kBlockCacheUsage,
                         &figures.cacheBytes);
    for (const SyncedFile& journal : liveJournals(*m_db)) {
        figures.journalBytes += journal.bytes;
    }
    return figures;
}

bool RocksStore::writesRefused() const
{
    return m_refused;
}

Result<void> RocksStore::compact(Family family, Slice from, Slice to)
{
    if (m_refused) {
        return refusal();
    }
    const rocksdb::Slice first = toRocks(from);
    const rocksdb::Slice last = toRocks(to);
    const rocksdb::Status status
        = m_db->CompactRange(rewriteOptions(), handle(family), from.empty() ? nullptr : &first,
                             to.empty() ? nullptr : &last);
    if (!status.ok()) {
        return compactionError("compacting", status);
    }
    return {};
}

// Whole tables first, which needs no room. A compaction then frees what shares a table with keys
// that stay.
Result<bool> RocksStore::dropRange(Family family, const KeySpan& range,
                                   std::atomic<bool>& cancelled)
{
    if (m_refused) {
        return refusal();
    }
    const std::uint64_t now = m_sequence;
    std::uint64_t oldest = 0; // 0: there is no snapshot
    if (!m_db->GetIntProperty(rocksdb::DB::Properties::kOldestSnapshotSequence, &oldest)
        || (oldest != 0 && oldest < now)) {
        return false;
    }
    const rocksdb::Slice first = toRocks(range.from);
    const rocksdb::Slice last = toRocks(range.to);
    rocksdb::Status status
        = rocksdb::DeleteFilesInRange(m_db, handle(family), &first, &last, false);
    if (status.ok()) {
        rocksdb::CompactRangeOptions options;
        options.exclusive_manual_compaction = false;
        options.canceled = &cancelled;
        status = m_db->CompactRange(options, handle(family), &first, &last);
    }
    // Incomplete: RocksDB saw the cancellation
    if (status.IsIncomplete() || cancelled) {
        return false;
    }
    if (!status.ok()) {
        return compactionError("freeing dropped data", status);
    }
    return true;
}

void RocksStore::setKeyFilter(std::shared_ptr<const KeyFilter> filter)
{
    m_filter = filter;
    m_hooks.filter->set(std::move(filter));
}

Result<bool> RocksStore::dropReleased(Family family, const ReleasedKeys& keys,
                                      std::atomic<bool>& cancelled)
{
    if (m_refused) {
        return refusal();
    }
    bool whole = false;
    const rocksdb::Status status
        = TableRewrite(*m_db, *handle(family), *m_hooks.compactions).run(keys, cancelled, whole);
    if (!status.ok()) {
        return compactionError("dropping removed documents", status);
    }
    return whole;
}

Result<std::uint64_t> RocksStore::endJournal()
{
    if (m_refused) {
        return refusal();
    }
    rocksdb::Status status = m_db->Flush(rocksdb::FlushOptions(),
                                         {m_database.families.begin(), m_database.families.end()});
    // a flush of any family starts a new journal file
    std::unique_ptr<rocksdb::LogFile> journal;
    if (status.ok()) {
        status = m_db->GetCurrentWalFile(&journal);
    }
    if (!status.ok()) {
        return refuse("writing tables", status);
    }
    return journal->LogNumber();
}

// The mark is made once and then written in place; copies of a folder have another one, or none.
std::string RocksStore::identity() const
{
    return platform::fileIdentity(std::filesystem::path(m_files.folder) / kMarkName);
}

std::uint64_t RocksStore::oldestJournal()
{
    const std::vector<SyncedFile> journals = liveJournals(*m_db);
    return journals.empty() ? 0 : journals.front().number;
}

Result<void> RocksStore::checkpoint(const std::string& folder)
{
    if (m_refused) {
        return refusal();
    }
    std::error_code unreadable;
    if (std::filesystem::exists(std::filesystem::symlink_status(folder, unreadable))) {
        return base::failure(Errc::Conflict, "'" + folder + "' exists already");
    }
    // RocksDB returns a raw pointer
    rocksdb::Checkpoint* made = nullptr;
    rocksdb::Status status = rocksdb::Checkpoint::Create(m_db, &made);
    const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
    // The journal is copied without a flush. A flush on a full disk would stop the store itself.
    if (status.ok()) {
        status = checkpoint->CreateCheckpoint(folder, std::numeric_limits<std::uint64_t>::max());
    }
    if (!status.ok()) {
        return storageError("copying the data to '" + folder + "'", status);
    }
    static_cast<void>(platform::makePrivate(folder).has_value());
    return {};
}

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/rocks_store.h"

#include "app/engine/storage/rocks_iterator.h"
#include "app/engine/storage/rocks_options.h"
#include "app/engine/storage/table_rewrite.h"
#include "app/platform/files.h"

#include <rocksdb/transaction_log.h>
#include <rocksdb/utilities/checkpoint.h>
#include <rocksdb/write_batch.h>

#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

namespace sandglass::engine::storage {

namespace {

constexpr int kRefusedLogId = 9100101;

class RocksBatch final : public Batch
{
public:
    explicit RocksBatch(const RocksStore::Families& families)
        : m_families(families)
    {
    }

    // RocksDB's batch fails only for a closed family. Ours are closed together with the store.
    void put(Family family, Slice key, Slice value) override
    {
        m_batch.Put(handle(family), toRocks(key), toRocks(value)).PermitUncheckedError();
    }
    void remove(Family family, Slice key) override
    {
        m_batch.Delete(handle(family), toRocks(key)).PermitUncheckedError();
    }
    void removeRange(Family family, Slice from, Slice to) override
    {
        m_batch.DeleteRange(handle(family), toRocks(from), toRocks(to)).PermitUncheckedError();
    }
    std::size_t operations() const override { return static_cast<std::size_t>(m_batch.Count()); }
    std::size_t bytes() const override { return m_batch.GetDataSize(); }

    rocksdb::WriteBatch& native() { return m_batch; }

private:
    rocksdb::ColumnFamilyHandle* handle(Family family)
    {
        return m_families.at(static_cast<std::size_t>(family));
    }

    RocksStore::Families m_families;
    rocksdb::WriteBatch m_batch;
};

class RocksSnapshot final : public Snapshot
{
public:
    RocksSnapshot(rocksdb::DB& db, const KeyFilter* filter)
        : m_hidden(filter ? filter->hold() : nullptr)
        , m_guard(&db)
        , m_native(m_guard.snapshot())
    {
    }
    const rocksdb::Snapshot* native() const { return m_native; }

private:
    std::shared_ptr<const void>
        m_hidden; ///< taken before the snapshot: what is hidden in it stays hidden
    rocksdb::ManagedSnapshot m_guard;
    const rocksdb::Snapshot* m_native;
};

rocksdb::ReadOptions readOptions(const Snapshot* snapshot)
{
    rocksdb::ReadOptions options;
    if (snapshot != nullptr) {
        options.snapshot = static_cast<const RocksSnapshot*>(snapshot)->native();
    }
    return options;
}

} // namespace

RocksStore::RocksStore(std::unique_ptr<rocksdb::DB> db, const Families& families, StoreHooks hooks,
                       const StoreOptions& options, base::Log& log)
    : m_db(std::move(db))
    , m_families(families)
    , m_hooks(std::move(hooks))
    , m_journalInterval(options.journalInterval)
    , m_log(log)
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
    for (rocksdb::ColumnFamilyHandle* family : m_families) {
        m_db->DestroyColumnFamilyHandle(family).PermitUncheckedError();
    }
    m_db->Close().PermitUncheckedError();
}

rocksdb::ColumnFamilyHandle* RocksStore::handle(Family family) const
{
    return m_families.at(static_cast<std::size_t>(family));
}

base::Error RocksStore::refusal() const
{
    base::Error error = base::failure(
        Errc::Storage,
        "writes are refused because an earlier write to the data folder failed; reads still work");
    error.serverCode = kUnknownError;
    error.serverCodeName = "UnknownError";
    return error;
}

base::Error RocksStore::refuse(std::string_view doing, const rocksdb::Status& status)
{
    base::Error error = storageError(doing, status);
    // logged once: every later write fails for the same reason
    if (!m_refused.exchange(true)) {
        m_log.write({base::Severity::Error,
                     "STORAGE",
                     kRefusedLogId,
                     "store",
                     "A write failed; no further writes are accepted until the engine is restarted",
                     {{"error", error.message}}});
    }
    return error;
}

std::unique_ptr<Batch> RocksStore::makeBatch()
{
    return std::make_unique<RocksBatch>(m_families);
}

Result<void> RocksStore::commit(Batch& batch, Durability durability)
{
    if (m_refused) {
        return refusal();
    }
    countNothing();
    rocksdb::Status status
        = m_db->Write(rocksdb::WriteOptions(), &static_cast<RocksBatch&>(batch).native());
    if (!status.ok()) {
        return refuse("writing", status);
    }
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
        const rocksdb::Status status = m_db->SyncWAL();
        std::optional<base::Error> error;
        if (!status.ok()) {
            error = refuse("syncing the journal", status);
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

void RocksStore::runJournal(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_syncMutex);
            m_syncDone.wait_for(lock, stop, m_journalInterval, [] { return false; });
        }
        // syncJournal() logs a failure, and the next commit reports it
        if (stop.stop_requested() || m_refused || !syncJournal()) {
            continue;
        }
    }
}

std::shared_ptr<const Snapshot> RocksStore::snapshot()
{
    return std::make_shared<RocksSnapshot>(*m_db, m_filter.get());
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
    return std::make_unique<RocksIterator>(*m_db, handle(family), readOptions(snapshot),
                                           KeyBounds{lower, upper},
                                           m_filter ? m_filter->forReading(family) : nullptr);
}

std::uint64_t RocksStore::approximateBytes(Family family, Slice from, Slice to)
{
    const rocksdb::Range range(toRocks(from), toRocks(to));
    rocksdb::SizeApproximationOptions options;
    options.include_memtables = true;
    options.include_files = true;
    std::uint64_t bytes = 0;
    const rocksdb::Status status
        = m_db->GetApproximateSizes(options, handle(family), &range, 1, &bytes);
    return status.ok() ? bytes : 0;
}

StoreFigures RocksStore::figures()
{
    StoreFigures figures;
    for (rocksdb::ColumnFamilyHandle* family : m_families) {
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
    rocksdb::VectorLogPtr journals;
    if (m_db->GetSortedWalFiles(journals).ok()) {
        for (const auto& journal : journals) {
            figures.journalBytes += journal->SizeFileBytes();
        }
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
        return refuse("compacting", status);
    }
    return {};
}

void RocksStore::setKeyFilter(std::shared_ptr<const KeyFilter> filter)
{
    m_filter = filter;
    m_hooks.filter->set(std::move(filter));
}

Result<bool> RocksStore::dropReleased(Family family, std::span<const KeySpan> ranges,
                                      std::atomic<bool>& cancelled)
{
    if (m_refused) {
        return refusal();
    }
    bool whole = false;
    const rocksdb::Status status
        = TableRewrite(*m_db, *handle(family), *m_hooks.compactions).run(ranges, cancelled, whole);
    if (!status.ok()) {
        return refuse("dropping removed documents", status);
    }
    return whole;
}

Result<std::uint64_t> RocksStore::endJournal()
{
    if (m_refused) {
        return refusal();
    }
    rocksdb::Status status
        = m_db->Flush(rocksdb::FlushOptions(), {m_families.begin(), m_families.end()});
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

std::uint64_t RocksStore::oldestJournal()
{
    rocksdb::VectorLogPtr journals;
    const bool known = m_db->GetSortedWalFiles(journals).ok() && !journals.empty();
    return known ? journals.front()->LogNumber() : 0;
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
    rocksdb::Status status = rocksdb::Checkpoint::Create(m_db.get(), &made);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// How a store accepts writes again after one that failed.
#include "app/engine/storage/journal_scan.h"
#include "app/engine/storage/rocks_store.h"

#include <mutex>
#include <optional>

namespace sandglass::engine::storage {

namespace {

// for commands that are under way; the next attempt comes soon
constexpr base::Millis kReaderPatience{200};

} // namespace

Result<bool> RocksStore::resumeWrites(const StoreReaders& readers)
{
    {
        const std::lock_guard lock(m_refusalMutex);
        // without a database nothing can be read: every attempt counts
        const bool passes = m_db == nullptr || m_refusal.serverCode == kOutOfDiskSpace
            || m_refusal.serverCode == kTooManyFilesOpen;
        if (!m_refused || !passes) {
            return false;
        }
    }
    // without a database the gate is still closed
    if (m_db != nullptr && !uses().close(kReaderPatience, readers.endRunning)) {
        return false;
    }
    readers.closeKept();
    {
        // a sync that fails on the old journal
        std::unique_lock lock(m_syncMutex);
        m_syncDone.wait(lock, [this] { return !m_syncing; });
    }
    // one is ours
    Result<void> opened = base::failure(Errc::Unsupported, "the store is in use");
    if (m_inUse.use_count() == 1) {
        opened = reopen();
    }
    if (m_db != nullptr) {
        uses().open();
    }
    if (!opened && opened.error().code == Errc::Unsupported) {
        return false;
    }
    TRY(opened);
    return true;
}

void RocksStore::resumeNever()
{
    const std::lock_guard lock(m_refusalMutex);
    m_refusal.serverCode = kUnknownError;
    m_refusal.serverCodeName = "UnknownError";
}

Result<void> RocksStore::reopen()
{
    std::optional<SyncedFile> end;
    if (m_db != nullptr) {
        // Before the database is closed: what it has in memory is in no table, and a damaged
        // journal does not bring it back.
        const auto found = checkJournalTo(m_files.folder, m_sequence);
        if (!found && found.error().code == Errc::InvalidInput) {
            resumeNever(); // a start copies a damaged journal before it cuts it
        }
        TRY(found);
        end = *found;
        m_db = nullptr;
        m_database.close();
        m_marked.clear();
    }
    Result<void> opened = endJournalAfter(m_files.folder, m_sequence, end);
    if (opened) {
        const JournalUse use = m_journalDoubted ? JournalUse::Replace : JournalUse::Continue;
        opened = reopenDatabase(m_files, use, m_log, m_database);
    } else {
        m_journalDoubted = true;
        if (opened.error().code == Errc::InvalidInput) {
            resumeNever();
        }
    }
    if (!opened) {
        const Result<void> reading = reopenForReading(m_files, m_log, m_database);
        m_db = m_database.db.get();
        return opened;
    }
    m_db = m_database.db.get();
    // What the catalog knows in memory, and what is on the disk, must be the same.
    if (m_db->GetLatestSequenceNumber() != m_sequence) {
        resumeNever();
        return base::failure(Errc::Storage,
                             "the journal does not end where the last acknowledged write ended");
    }
    m_journalDoubted = false;
    m_refused = false;
    return {};
}

} // namespace sandglass::engine::storage

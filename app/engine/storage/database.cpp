// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/database.h"

#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/journal_repair.h"
#include "app/engine/storage/rocks_iterator.h"
#include "app/engine/storage/rocks_options.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace sandglass::engine::storage {

namespace {

using rocksdb::WALRecoveryMode;

enum class Access { Write, Read };

// RocksDB has no status code for a lock that is taken, only words, which differ between versions
bool isLockFailure(const rocksdb::Status& status)
{
    const std::string text = status.ToString();
    return status.IsIOError() && text.find("/LOCK") != std::string::npos
        && (text.find("temporarily unavailable") != std::string::npos
            || text.find("lock hold by") != std::string::npos
            || text.find("No locks available") != std::string::npos);
}

base::Error openError(const std::string& folder, const rocksdb::Status& status)
{
    const std::string quoted = "data folder '" + folder + "'";
    if (isLockFailure(status)) {
        return base::failure(Errc::Conflict,
                             quoted + " is in use by another engine (its lock is taken)");
    }
    base::Error error = storageError("opening " + quoted, status);
    if (status.IsCorruption()) {
        error.message += "; its files are damaged, restore them from a backup";
    }
    return error;
}

/// One attempt after the other to open a database.
class Opening
{
public:
    Opening(const DatabaseFiles& files, base::Log& log, Database& database)
        : m_files(files)
        , m_options(databaseOptions(files.options, log))
        , m_descriptors(familyDescriptors(files.options, database.hooks.filter))
        , m_log(log)
        , m_database(database)
    {
        m_options.listeners.push_back(database.hooks.compactions);
        m_options.listeners.push_back(database.hooks.damage);
    }

    // For an opening that may find the disk nearly full.
    void writeNoTables() { m_options.avoid_flush_during_recovery = true; }

    rocksdb::Status run(WALRecoveryMode mode, Access access)
    {
        m_options.wal_recovery_mode = mode;
        std::vector<rocksdb::ColumnFamilyHandle*> handles;
        rocksdb::DB* db = nullptr;
        rocksdb::Status status = access == Access::Write
            ? rocksdb::DB::Open(m_options, m_files.folder, m_descriptors, &handles, &db)
            : rocksdb::DB::OpenForReadOnly(m_options, m_files.folder, m_descriptors, &handles, &db);
        if (status.ok()) {
            m_database.db.reset(db);
            std::copy(handles.begin(), handles.end(), m_database.families.begin());
        }
        if (status.ok() && access == Access::Write) {
            m_database.rest = std::make_unique<CompactionRest>(*m_database.db, m_database.families,
                                                               m_database.hooks.damage,
                                                               m_files.options.damageRest, m_log);
        }
        return status;
    }

private:
    const DatabaseFiles& m_files;
    rocksdb::DBOptions m_options;
    std::vector<rocksdb::ColumnFamilyDescriptor> m_descriptors;
    base::Log& m_log;
    Database& m_database;
};

/// The number of the first journal file of which not everything is in tables, as the tables' own
/// list says; 0 when it cannot be read.
std::uint64_t firstNeededJournal(const DatabaseFiles& files, base::Log& log)
{
    Database reading;
    const rocksdb::Status status
        = Opening(files, log, reading).run(WALRecoveryMode::kSkipAnyCorruptedRecords, Access::Read);
    if (!status.ok()) {
        return 0;
    }
    std::uint64_t needed = 0;
    if (!reading.db->GetIntProperty(rocksdb::DB::Properties::kMinLogNumberToKeep, &needed)) {
        needed = 0;
    }
    reading.close();
    return needed;
}

/// When the journal was last synced; nullopt: that is not known. Tables would say less: one that
/// was written while the clock was wrong keeps its time for years.
std::optional<base::Time> lastSync(const std::string& folder)
{
    std::error_code error;
    const auto written
        = std::filesystem::last_write_time(std::filesystem::path(folder) / kMarkName, error);
    if (error) {
        return std::nullopt;
    }
    return std::chrono::floor<base::Millis>(
        std::filesystem::file_time_type::clock::to_sys(written));
}

} // namespace

void Database::close()
{
    rest.reset(); // it uses the handles
    for (rocksdb::ColumnFamilyHandle* family : families) {
        db->DestroyColumnFamilyHandle(family).PermitUncheckedError();
    }
    db->Close().PermitUncheckedError();
    db.reset();
    hooks.damage->forgetAll(); // who opens it again finds out anew
}

// RocksDB's own list of journal files (track_and_verify_wals_in_manifest) is not used: it leaves
// out the file that is being written, and up to 7.9 it names files that have gone, which makes the
// folder unusable.
Result<Database> openDatabase(const DatabaseFiles& files, base::Log& log)
{
    Database opened;
    opened.lastWritten = lastSync(files.folder);
    Opening opening(files, log, opened);
    JournalRepair repair(files.folder);
    // A crash leaves an incomplete last record, which is dropped silently. Damage before the end
    // cuts off everything after it as well; that is tried second, with a copy of the journal and a
    // line in the log.
    rocksdb::Status status;
    if (!repair.findShortage([&] { return firstNeededJournal(files, log); })) {
        status = opening.run(WALRecoveryMode::kTolerateCorruptedTailRecords, Access::Write);
        if (status.IsNoSpace()) {
            // reads, and perhaps deletions, are possible on a full disk
            opening.writeNoTables();
            status = opening.run(WALRecoveryMode::kTolerateCorruptedTailRecords, Access::Write);
        }
        if (status.ok()) {
            return opened;
        }
        if (!status.IsCorruption()) {
            return openError(files.folder, status);
        }
        repair.findDamage();
    }
    const std::string damage = status.ok() ? std::string() : status.ToString();
    TRY(repair.begin());
    status = opening.run(WALRecoveryMode::kPointInTimeRecovery, Access::Write);
    if (!status.ok()) {
        // the damage is elsewhere, and the journal was not touched
        repair.undo();
        return openError(files.folder, status);
    }
    repair.report(damage, log);
    opened.lost = repair.lossOfSynced();
    return opened;
}

Result<void> reopenDatabase(const DatabaseFiles& files, JournalUse use, base::Log& log,
                            Database& database)
{
    database.hooks.compactions->forget();
    Opening opening(files, log, database);
    if (use == JournalUse::Continue) {
        opening.writeNoTables();
    }
    const rocksdb::Status status
        = opening.run(WALRecoveryMode::kTolerateCorruptedTailRecords, Access::Write);
    if (!status.ok()) {
        return openError(files.folder, status);
    }
    return {};
}

Result<void> reopenForReading(const DatabaseFiles& files, base::Log& log, Database& database)
{
    Opening opening(files, log, database);
    rocksdb::Status status;
    // A journal that is damaged all the same is read up to the damage, as the next start does, so
    // that entries and documents agree. Where tables are ahead of that, only the rest can be shown.
    for (const WALRecoveryMode mode :
         {WALRecoveryMode::kTolerateCorruptedTailRecords, WALRecoveryMode::kPointInTimeRecovery,
          WALRecoveryMode::kSkipAnyCorruptedRecords}) {
        status = opening.run(mode, Access::Read);
        if (!status.IsCorruption()) {
            break;
        }
    }
    if (!status.ok()) {
        return openError(files.folder, status);
    }
    return {};
}

} // namespace sandglass::engine::storage

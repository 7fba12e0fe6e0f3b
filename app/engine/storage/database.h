// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/storage/compaction_rest.h"
#include "app/engine/storage/compaction_watch.h"
#include "app/engine/storage/damage_watch.h"
#include "app/engine/storage/drop_filter.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/open_store.h"

#include <rocksdb/db.h>

#include <memory>
#include <optional>
#include <string>

namespace sandglass::engine::storage {

/// What a store shares with its RocksDB from the opening on: the key filter, the running
/// compactions, and the tables that these could not read.
struct StoreHooks
{
    std::shared_ptr<FilterSlot> filter = std::make_shared<FilterSlot>();
    std::shared_ptr<CompactionWatch> compactions = std::make_shared<CompactionWatch>();
    std::shared_ptr<DamageWatch> damage = std::make_shared<DamageWatch>();
};

/// A RocksDB with the handles of its families. close() must be called before it is destroyed.
struct Database
{
    std::unique_ptr<rocksdb::DB> db;
    FamilyHandles families{};
    StoreHooks hooks;
    std::unique_ptr<CompactionRest> rest; ///< null while it is open for reading only
    std::optional<std::string> lost; ///< see KeyValueStore::lostJournal()
    std::optional<base::Time> lastWritten; ///< see KeyValueStore::lastWritten()

    /// Closes the handles and the database. No iterator and no snapshot may be left.
    void close();
};

/// Where the files of a store are, and how they are opened.
struct DatabaseFiles
{
    std::string folder;
    StoreOptions options;
};

/// Opens the database of a store for the first time. What is missing from the journal is reported
/// to `log`, after a copy of the rest was made. Errors: those of openStore().
Result<Database> openDatabase(const DatabaseFiles& files, base::Log& log);

/// What becomes of the journal when a database is opened again.
enum class JournalUse {
    Continue, ///< it stays needed; no table is written, so that little room is needed
    Replace, ///< what it holds is written to new tables, which are synced: a sync of it has failed
};

/// Opens a database again that was closed after a failed write. Errors: Storage.
Result<void> reopenDatabase(const DatabaseFiles& files, JournalUse use, base::Log& log,
                            Database& database);
/// As reopenDatabase(), for reading only: it needs no room at all. Errors: Storage.
Result<void> reopenForReading(const DatabaseFiles& files, base::Log& log, Database& database);

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/live_journals.h"

#include <rocksdb/transaction_log.h>

#include <memory>

namespace sandglass::engine::storage {

SyncedFile currentJournal(rocksdb::DB& db)
{
    std::unique_ptr<rocksdb::LogFile> journal;
    if (!db.GetCurrentWalFile(&journal).ok()) {
        return {};
    }
    return {journal->LogNumber(), journal->SizeFileBytes()};
}

std::vector<SyncedFile> liveJournals(rocksdb::DB& db)
{
    std::vector<SyncedFile> files;
    rocksdb::VectorLogPtr journals;
    if (db.GetSortedWalFiles(journals).ok()) {
        for (const auto& journal : journals) {
            files.push_back({journal->LogNumber(), journal->SizeFileBytes()});
        }
    }
    return files;
}

} // namespace sandglass::engine::storage

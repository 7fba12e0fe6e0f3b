// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/journal_mark.h"

#include <rocksdb/db.h>

#include <vector>

namespace sandglass::engine::storage {

/// The journal file that an open database writes, with its size; number 0 when it is not known.
SyncedFile currentJournal(rocksdb::DB& db);

/// The journal files of an open database with their sizes, oldest first, without empty ones; none
/// when they are not known.
std::vector<SyncedFile> liveJournals(rocksdb::DB& db);

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/storage/journal_mark.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::engine::storage {

/// How far a journal file can be read.
struct JournalScan
{
    std::uint64_t wholeBytes = 0; ///< up to the end of the last record that is whole
    std::uint64_t lastSequence = 0; ///< RocksDB's number of the last operation up to there; 0: none
    std::uint64_t fileBytes = 0;
    std::uint64_t brokenTo = 0; ///< how far the record that is not whole goes at least, by its own
                                ///< head, also past the end of the file; 0: there is none
    bool damaged = false; ///< the rest is not just the beginning of a record, as a crash leaves it,
                          ///< or the disk cannot read it
};

/// Reads a journal file record by record and checks their sums. `lastSequence`: stops before the
/// first record whose batch begins after this number; nullopt: reads all. Errors: Storage. Source:
/// RocksDB wiki, Write Ahead Log File Format.
Result<JournalScan> scanJournal(const std::string& file,
                                std::optional<std::uint64_t> lastSequence = {});

/// Finds where the last operation up to `lastSequence` ends in the newest journal file of a folder:
/// `bytes` is what of the file stays. nullopt: the file is whole, but that operation is not in it,
/// or there is no file. The folder may be open. Errors: Storage; InvalidInput when the file is
/// damaged before that place.
Result<std::optional<SyncedFile>> checkJournalTo(const std::string& folder,
                                                 std::uint64_t lastSequence);

/// Cuts everything from the newest journal file of a folder whose batch begins after
/// `lastSequence`, as a write that failed half-way left it, and syncs all journal files: a database
/// that is opened next does not. `end`: what checkJournalTo() has found for the same number, so
/// that the file is not read again. Nobody has the folder open. Errors: Storage; InvalidInput when
/// the newest file is damaged before that place: then it stays as it is.
Result<void> endJournalAfter(const std::string& folder, std::uint64_t lastSequence,
                             const std::optional<SyncedFile>& end = {});

} // namespace sandglass::engine::storage

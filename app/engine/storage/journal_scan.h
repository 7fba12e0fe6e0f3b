// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

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

/// Whether the newest journal file of a folder can be read up to `lastSequence`. The folder may be
/// open. Errors: Storage; InvalidInput when it is damaged before that place.
Result<void> checkJournalTo(const std::string& folder, std::uint64_t lastSequence);

/// Cuts everything from the newest journal file of a folder whose batch begins after
/// `lastSequence`, as a write that failed half-way left it, and syncs all journal files: a database
/// that is opened next does not. Nobody has the folder open. Errors: Storage;
/// InvalidInput when the newest file is damaged before that place: then it stays as it is.
Result<void> endJournalAfter(const std::string& folder, std::uint64_t lastSequence);

} // namespace sandglass::engine::storage

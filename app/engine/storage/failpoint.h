// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace sandglass::engine::storage {

/// The places where tests can end the engine as a crash would. Only builds with the CMake option
/// SANDGLASS_FAILPOINTS have them: there the environment variable SANDGLASS_FAIL=name:n ends the
/// process, without any cleaning up, when it passes the place for the n-th time.
/// `sandglass-engine --listFailpoints` prints the names.
inline constexpr std::array<std::string_view, 24> kFailpoints{
    "commit-begin", // nothing of the batch is in the journal
    "commit-written", // the batch is in the journal, and nobody knows
    "sync-begin", // the journal is with the system, not yet on the disk
    "sync-done", // it is on the disk; the mark says less
    "sync-marked", // the mark says so too
    "reclaim-frozen", // the lists of dead records are chosen
    "reclaim-synced", // and on the disk
    "reclaim-records", // the tables of documents are rewritten
    "reclaim-indexes", // the tables of entries are rewritten
    "reclaim-flushed", // the journal before them has ended
    "reclaim-done", // the lists have gone
    "drop-range", // a dropped collection still has its tables
    "index-begun", // the index is in the catalog, as one that is being built
    "index-part", // a part of its entries is there
    "index-built", // all are; it is not ready yet
    "index-ready", // it is ready; the journal is not synced
    "index-dropped", // it has gone; the journal is not synced
    "catalog-create", // a collection was made; the journal is not synced
    "catalog-drop", // it was dropped; the journal is not synced
    "catalog-rename", // it was renamed; the journal is not synced
    "catalog-options", // its options were changed; the journal is not synced
    "directories-saved", // the block directories are saved, with their mark
    "checkpoint-begin", // nothing is copied
    "checkpoint-done", // the copy is whole; nobody knows
};

/// Passes a failpoint: ends the process if SANDGLASS_FAIL says so. Does nothing in a build without
/// failpoints. Any thread.
void passFailpoint(std::string_view name);

/// Whether this build has failpoints.
bool hasFailpoints();

} // namespace sandglass::engine::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/platform/files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::storage {

/// A journal file, and how much of it there is, or is known to be on the disk.
struct SyncedFile
{
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;

    bool operator==(const SyncedFile&) const = default;
};

/// The name of the file that JournalMark writes.
inline constexpr const char* kMarkName = "SYNCED";

/// The path of a journal file in a data folder.
std::string journalPath(const std::string& folder, std::uint64_t number);

/// The journal files of a data folder with their sizes, oldest first; none for a folder that cannot
/// be listed.
std::vector<SyncedFile> journalFiles(const std::string& folder);

/// The file SYNCED of a data folder: which journal files the last sync has brought to the disk, and
/// how many bytes of each. At the next start a file that is missing or shorter has lost something.
/// It is synced once, when it is made, and written in place after each sync of the journal: an
/// older mark only says less. Not thread-safe.
class JournalMark
{
public:
    /// `folder`: of the data. Makes a mark that names no file, unless there is one.
    explicit JournalMark(const std::string& folder);

    /// What the folder's mark says, oldest file first; empty before the first sync. nullopt when
    /// there is none, and when it is not whole.
    static std::optional<std::vector<SyncedFile>> read(const std::string& folder);

    /// Replaces the mark. `files`: oldest first; of more than kMostFiles the newest are kept. A
    /// mark that cannot be written is removed, as far as possible, because the older one may name
    /// files that have gone.
    void write(const std::vector<SyncedFile>& files);

    /// Files in a mark.
    static constexpr std::size_t kMostFiles = 30;

private:
    std::string m_path;
    platform::FileHandle m_file; ///< null after a failed write()
};

} // namespace sandglass::engine::storage

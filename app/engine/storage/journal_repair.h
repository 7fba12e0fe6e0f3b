// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/key_value_store.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::storage {

/// Finds what is missing from the journal of a data folder before it is opened, keeps a copy of
/// what is there, and makes the replay end at the loss: what was written later may build on what is
/// missing. One thread.
class JournalRepair
{
public:
    /// `folder`: of the data, which nobody has open.
    explicit JournalRepair(std::string folder);

    /// Compares the journal files with the folder's mark. `firstNeeded`: asked only when a file is
    /// missing; the number of the first journal file that the tables still need. True when
    /// something is lost. Errors: Storage.
    bool findShortage(const std::function<std::uint64_t()>& firstNeeded);
    /// Finds the first damaged record, after RocksDB has met one.
    void findDamage();
    /// Copies the journal files to a new folder beside them, and ends the replay at the loss.
    /// Errors: Storage.
    Result<void> begin();
    /// Reverts begin(), because the folder still cannot be opened.
    void undo();
    /// Writes the warning that says what is lost. `error`: RocksDB's; may be empty.
    void report(const std::string& error, base::Log& log) const;

    /// Whether something is lost.
    bool found() const { return m_loss.has_value(); }
    /// What is lost, in words, if it had been on the disk; nullopt when it had not been there, or
    /// when nothing is lost.
    std::optional<std::string> lossOfSynced() const;

private:
    struct Loss
    {
        std::uint64_t number = 0; ///< of the file where it begins
        std::uint64_t from = 0; ///< bytes of that file that are whole
        std::uint64_t bytes = 0; ///< lost from there on; at least, for a file that is shorter or
                                 ///< missing
        bool missing = false; ///< the whole file
        bool shorter = false;
        bool synced = true; ///< it had been on the disk
    };

    /// The loss in words.
    std::string words() const;
    /// Copies the journal files to m_copy, and waits until the copies are on the disk. Errors:
    /// Storage.
    Result<void> keep();

    std::string m_folder;
    std::optional<std::vector<SyncedFile>> m_marked; ///< what the mark says, if there is one
    std::vector<SyncedFile> m_files; ///< what is there, oldest first
    std::optional<Loss> m_loss;
    std::string m_copy; ///< the folder with the copies; empty before begin()
    bool m_stopped = false; ///< the file of the loss was changed to end the replay
};

} // namespace sandglass::engine::storage

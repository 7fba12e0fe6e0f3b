// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/document_commands.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::services {

/// Why dates are changed. Undone: a change is reverted.
enum class DateCause { Set, Touched, Undone };

/// What a change of dates is about, besides the dates.
struct DateNote
{
    DateCause cause = DateCause::Set;
    std::uint64_t undoes = 0; ///< id of the journal entry that it reverts; 0: none
};

/// How documents get back the values that a change of dates has replaced.
struct DateUndo
{
    std::uint64_t entry = 0; ///< id of the journal entry of the change
    QString server; ///< as JournalEntry::server
    protocol::Namespace ns;
    std::string field;
    DateNote note; ///< of the change
    std::vector<ttl::ValueChange> back; ///< each as long as the field still holds what was written,
                                        ///< so that no change of another client is lost; never
                                        ///< empty
    bool done = false; ///< the change was undone
};

/// The opposite of changes. Empty if the earlier value of one of them is not known: an undo must
/// not restore only some. Pure; any thread.
std::vector<ttl::ValueChange> wayBack(const std::vector<ttl::ValueChange>& changes);

/// Most changes that a DateUndoList holds.
inline constexpr std::size_t kMostDateUndos = 50;

/// The latest changes of dates that can be undone. In memory only: values of documents are never
/// written to the journal. One thread at a time.
class DateUndoList
{
public:
    /// Adds a change that has been made to `documents` documents, and marks the one that it
    /// reverts, if it reverts one. Of too many, the oldest is forgotten.
    void add(DateUndo undo, std::int64_t documents);
    /// The undo of the change with this journal entry; null: not known, or it was undone. Valid
    /// until the next add().
    const DateUndo* find(std::uint64_t entry) const;
    /// The undo of the latest change of a collection's dates that is itself no undo; null: none.
    /// Valid until the next add().
    const DateUndo* latest(const QString& server, const protocol::Namespace& ns) const;

private:
    std::vector<DateUndo> m_undos; // the latest last
};

} // namespace sandglass::services

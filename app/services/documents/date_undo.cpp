// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/date_undo.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

std::vector<ttl::ValueChange> wayBack(const std::vector<ttl::ValueChange>& changes)
{
    std::vector<ttl::ValueChange> back;
    for (const ttl::ValueChange& change : changes) {
        if (!change.from) {
            return {};
        }
        back.push_back({change.id, change.to, *change.from});
    }
    return back;
}

void DateUndoList::add(DateUndo undo, std::int64_t documents)
{
    const auto reverted = std::ranges::find(m_undos, undo.note.undoes, &DateUndo::entry);
    if (reverted != m_undos.end() && documents == 0) {
        // other clients have changed or deleted all of its documents
        m_undos.erase(reverted);
        return;
    }
    if (reverted != m_undos.end()) {
        reverted->done = true;
        // the undo of an undo makes what that has reverted again
        const auto again = std::ranges::find(m_undos, reverted->note.undoes, &DateUndo::entry);
        if (again != m_undos.end()) {
            again->done = false;
        }
    }
    if (documents == 0 || undo.back.empty()) {
        return;
    }
    m_undos.push_back(std::move(undo));
    if (m_undos.size() > kMostDateUndos) {
        m_undos.erase(m_undos.begin());
    }
}

const DateUndo* DateUndoList::find(std::uint64_t entry) const
{
    const auto found = std::ranges::find(m_undos, entry, &DateUndo::entry);
    return found == m_undos.end() || found->done ? nullptr : &*found;
}

const DateUndo* DateUndoList::latest(const QString& server, const protocol::Namespace& ns) const
{
    const auto found = std::find_if(m_undos.rbegin(), m_undos.rend(), [&](const DateUndo& undo) {
        return !undo.done && undo.note.cause != DateCause::Undone && undo.server == server
            && undo.ns == ns;
    });
    return found == m_undos.rend() ? nullptr : &*found;
}

} // namespace sandglass::services

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/forecast/forecast_service.h"
#include "app/services/journal/journal_service.h"
#include "app/ttl/draft.h"

#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace sandglass::services {

/// How a change is taken back. Rebuild: collMod can make a TTL index out of an ordinary one, but
/// not the other way round, so the index is dropped and made anew as it was: two commands.
enum class UndoWay { Drop, Change, Create, Rebuild };

/// Why a change cannot be taken back now. NoOpposite: this kind of entry has none, or too little is
/// known. IndexGone: it was dropped since. NameTaken: another index has its name now.
/// AlreadyAsBefore: there is nothing to do.
enum class UndoObstacle { NoOpposite, IndexGone, NameTaken, AlreadyAsBefore };

/// What an undo would send, worked out from the journal and from how the index is now.
struct UndoPlan
{
    std::uint64_t entry = 0; ///< the journal entry taken back
    UndoWay way = UndoWay::Change;
    ttl::IndexRef index;
    std::optional<ttl::IndexSpec> present; ///< the index as it is now; unset: it is not there
    ttl::IndexChange change; ///< for Change
    bson::Document definition; ///< for Create and Rebuild: the index to make, as once listed
    std::optional<ttl::Rule> ruleNow; ///< by which the index expires documents today
    std::optional<ttl::Rule> ruleThen; ///< by which it will; unset: the undo makes nothing expire
    bool changedSince = false; ///< the index is no longer as this change left it

    /// The commands in the order of sending, without the database.
    std::vector<bson::Document> commands() const;
};

/// Whether this kind of entry has an opposite and enough is known to take it back.
bool canBeUndone(const JournalEntry& entry);

/// The ids of entries that a later entry took back (and that was not itself taken back again).
/// `entries`: oldest first.
std::set<std::uint64_t> undoneEntries(const std::vector<JournalEntry>& entries);

/// A definition as a server lists it, without what it adds of its own ("ns", and "v" when it is
/// 2, the version every server of today gives): what createIndexes takes.
bson::Document creatableDefinition(const bson::Document& listed);

/// The command that makes an index of such a definition.
bson::Document createIndexesCommand(const protocol::Namespace& ns,
                                    const bson::Document& definition);

/// Whether two definitions say the same, in whatever order their options stand.
bool sameDefinition(const bson::Document& left, const bson::Document& right);

/// The undo of `entry` now. `present`: the index of that name, unset when there is none. Pure.
std::variant<UndoPlan, UndoObstacle> undoPlan(const JournalEntry& entry,
                                              const std::optional<ttl::IndexSpec>& present);

} // namespace sandglass::services

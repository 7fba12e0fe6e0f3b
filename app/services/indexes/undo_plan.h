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

/// How a change is reverted. Rebuild: collMod can turn an ordinary index into a TTL index but not
/// back, so the index is dropped and created again as it was: two commands.
enum class UndoWay { Drop, Change, Create, Rebuild };

/// Why a change cannot be reverted now. NoOpposite: this kind of entry has none, or too little is
/// known. IndexGone: the index has been dropped since. NameTaken: another index has its name now.
/// AlreadyAsBefore: there is nothing to do.
enum class UndoObstacle { NoOpposite, IndexGone, NameTaken, AlreadyAsBefore };

/// What an undo would send, derived from the journal and from the index as it is now.
struct UndoPlan
{
    std::uint64_t entry = 0; ///< id of the journal entry to revert
    ttl::DataIdentity identity; ///< of the collection that the entry changed
    UndoWay way = UndoWay::Change;
    ttl::IndexRef index;
    std::optional<ttl::IndexSpec> present; ///< the index as it is now; unset: it does not exist
    ttl::IndexChange change; ///< for Change
    bson::Document definition; ///< for Create and Rebuild: the index to create, as it was listed
    std::optional<ttl::Rule> ruleNow; ///< by which the index expires documents now
    std::optional<ttl::Rule> ruleThen; ///< by which it will; unset: the undo lets nothing expire
    bool changedSince = false; ///< the index is no longer as this change has left it

    /// The commands in sending order, without the database's name.
    std::vector<bson::Document> commands() const;
};

/// Whether the change of an index has an opposite, and enough is known to revert it. (For the dates
/// of documents see DocumentService::dateUndo().) Pure.
bool canBeUndone(const JournalEntry& entry);

/// The ids of entries that a later entry has reverted, unless that one was reverted itself, or
/// found no documents to change. `entries`: oldest first. Pure.
std::set<std::uint64_t> undoneEntries(const std::vector<JournalEntry>& entries);

/// A listed definition as createIndexes takes it: without what the server adds ("ns", and "v" when
/// it is 2, the version that all current servers use). Pure.
bson::Document creatableDefinition(const bson::Document& listed);

/// The command that creates an index of such a definition. Pure.
bson::Document createIndexesCommand(const protocol::Namespace& ns,
                                    const bson::Document& definition);

/// Whether two listed definitions are the same index, whatever the order of their options. Pure.
bool sameDefinition(const bson::Document& left, const bson::Document& right);

/// The undo of `entry` now. `present`: the index of that name; unset when there is none. Pure.
std::variant<UndoPlan, UndoObstacle> undoPlan(const JournalEntry& entry,
                                              const std::optional<ttl::IndexSpec>& present);

} // namespace sandglass::services

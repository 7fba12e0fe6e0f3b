// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/task_model.h"

#include <cstdint>
#include <optional>

namespace sandglass::services {
struct JournalEntry;
struct Task;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Describes an index definition, or a collection's own rule, as a server lists it: "after 3 h,
/// hidden", "ordinary index". GUI thread, like all functions here.
QString definitionWords(const bson::Document& listed);
/// Describes the result of a change of an index: "createdAt_1 of app.sessions is now: after 3 h."
QString changeWords(const services::JournalEntry& entry);
/// What the undo of a change of dates does. `known`: the earlier dates still are; otherwise why it
/// cannot be undone.
QString dateUndoWords(bool known);
/// How many documents a change deletes: "1,978 documents will go with the next pass", without a
/// full stop. `deletes`: as counted before it; unset: not known. Empty for none.
QString deletionWords(std::optional<std::int64_t> deletes);
/// The row of a journal entry. JournalRow::undone stays false, and canUndo only says that the entry
/// has an opposite: whether it can be sent now depends on the connection.
JournalRow journalRow(const services::JournalEntry& entry);
/// The row of a running task.
TaskRow taskRow(const services::Task& task);

} // namespace sandglass::presenters

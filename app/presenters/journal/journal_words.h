// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/task_model.h"

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
/// The row of a journal entry. JournalRow::undone stays false, and canUndo only says that the entry
/// has an opposite: whether it can be sent now depends on the connection.
JournalRow journalRow(const services::JournalEntry& entry);
/// The row of a running task.
TaskRow taskRow(const services::Task& task);

} // namespace sandglass::presenters

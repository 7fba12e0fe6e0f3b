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

/// An index definition as a server lists it, in words: "after 3 h, hidden", "ordinary index".
QString definitionWords(const bson::Document& listed);
/// What a change of an index has made of it: "createdAt_1 of app.sessions is now: after 3 h."
QString changeWords(const services::JournalEntry& entry);
/// A journal entry for display; canUndo says only whether this kind of entry has an opposite.
JournalRow journalRow(const services::JournalEntry& entry);
/// A running task for display.
TaskRow taskRow(const services::Task& task);

} // namespace sandglass::presenters

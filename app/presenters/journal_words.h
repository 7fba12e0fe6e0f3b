// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/journal_model.h"
#include "app/presenters/task_model.h"

namespace sandglass::services {
struct JournalEntry;
struct Task;
} // namespace sandglass::services

namespace sandglass::presenters {

/// A journal entry for display; canUndo says only whether this kind of entry has an opposite.
JournalRow journalRow(const services::JournalEntry& entry);
/// A running task for display.
TaskRow taskRow(const services::Task& task);

} // namespace sandglass::presenters

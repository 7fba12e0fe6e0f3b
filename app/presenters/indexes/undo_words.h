// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"
#include "app/ttl/types.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace sandglass::services {
enum class UndoObstacle;
struct DateUndo;
struct JournalEntry;
struct UndoPlan;
} // namespace sandglass::services

namespace sandglass::presenters {

struct EffectState;

// What the undo dialog says. GUI thread, for the translated texts.

/// What the undo of a change of an index does.
QString undoSentence(const services::UndoPlan& plan);
/// Why a change of this index cannot be undone. `droppedHere`: the index was dropped in this
/// window.
FailureText undoObstacleWords(services::UndoObstacle obstacle, const ttl::IndexRef& index,
                              bool droppedHere);
/// Why the undo of a change of this index has failed. After a change of another client: who was
/// there, that nothing was sent, and what to do.
FailureText undoFailureWords(const base::Error& error, const ttl::IndexRef& index);
/// That an index was changed after this entry, by whom, and both versions of it. `plan`: of the
/// entry, with the index as it is now. `entries`: of the journal.
QString laterChangeWords(const services::UndoPlan& plan, const services::JournalEntry& entry,
                         const std::vector<services::JournalEntry>& entries);

/// What the undo of a change of dates does.
QString dateUndoSentence(const services::DateUndo& undo);
/// What else to know about it. `due`: how many of the documents the next pass would delete then.
QStringList dateUndoNotes(const EffectState& due);
/// That all of these documents were changed or deleted by another client, and what to do.
FailureText dateConflictWords(const services::DateUndo& undo);
/// That the earlier dates of a change are not known, or it was undone already.
FailureText datesUnknownWords(bool undone);
/// What the undo has done, and how many documents it has left alone. `restored`: at least 1.
QString datesRestoredWords(const services::DateUndo& undo, std::int64_t restored);

} // namespace sandglass::presenters

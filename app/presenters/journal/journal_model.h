// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/rows_model.h"

#include <QString>
#include <QTimeZone>

#include <cstdint>
#include <vector>

namespace sandglass::presenters {

/// How a journalled command ended. Pending: sent, no answer yet. Unknown: no answer ever came (the
/// program ended before), so the server may or may not have done it.
enum class EntryOutcome { Pending, Succeeded, Failed, Unknown };

/// One line of the journal, for display.
struct JournalRow
{
    std::uint64_t id = 0;
    base::Time at;
    QString what; ///< "Change seconds of app.sessions.createdAt_1"
    QString before; ///< words; empty: nothing before
    QString after;
    EntryOutcome outcome = EntryOutcome::Pending;
    QString reply; ///< the server's reply as JSON, or the failure
    QString mongosh; ///< the command as text
    QString target; ///< connection and namespace
    bool canUndo = false;
    bool undone = false; ///< a later entry took it back
    QString undoText; ///< what undoing would do, and that deleted documents do not come back
};

/// The journal, newest first. GUI thread.
class JournalModel : public RowsModel<JournalRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { TimeColumn, WhatColumn, ChangeColumn, ReplyColumn };
    /// What a cell has for the page besides its text.
    enum Role {
        EntryIdRole = FirstOwnRole, ///< qulonglong
        CanUndoRole, ///< bool
        UndoTextRole, ///< QString
        MongoshRole, ///< QString
        OutcomeRole, ///< int of EntryOutcome
        ReplyRole, ///< QString, complete
    };

    explicit JournalModel(QObject* parent = nullptr);

    /// Replaces the rows; entries that are still the same keep their selection.
    void setRows(std::vector<JournalRow> rows, const QTimeZone& zone);

protected:
    QVariant special(const JournalRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters

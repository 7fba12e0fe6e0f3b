// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/rows_model.h"

#include <QString>
#include <QTimeZone>

#include <cstdint>
#include <vector>

namespace sandglass::presenters {

/// Result of a command in the journal. Pending: sent, no reply yet. Unknown: the program ended
/// before the reply, so the server may or may not have carried it out.
enum class EntryOutcome { Pending, Succeeded, Failed, Unknown };

/// One entry of the journal, for display.
struct JournalRow
{
    std::uint64_t id = 0;
    base::Time at; ///< when the command was sent, by our clock
    QString what; ///< "Change index createdAt_1 of app.sessions"
    QString before; ///< the definition before the change, in words; empty: there was none
    QString after; ///< the definition after the change; empty: unknown or none
    EntryOutcome outcome = EntryOutcome::Pending;
    QString result; ///< how it ended, in words: "done", a number of documents, the failure
    QString reply; ///< the server's own text, folded away at first: its reply as JSON, or code and
                   ///< message of a failure; empty: there is none
    QString mongosh; ///< the command for mongosh
    QString server; ///< without credentials, or "Local engine"; empty: not known
    bool canUndo = false;
    bool undone = false; ///< a later entry has reverted it
    QString undoText; ///< what an undo does, and that deleted documents do not come back
};

/// Before and after of an entry: "after 1 h → after 3 h". Any thread.
QString changeText(const JournalRow& row);
/// How an entry ended, or that it was undone or has no answer. Any thread.
QString resultText(const JournalRow& row);

/// The journal as a table, newest entry first. GUI thread.
class JournalModel : public RowsModel<JournalRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { TimeColumn, ServerColumn, WhatColumn, ChangeColumn, ResultColumn };
    /// Roles of the journal, the same for all cells of a row.
    enum Role {
        EntryIdRole = FirstOwnRole, ///< qulonglong
        CanUndoRole, ///< bool
        UndoTextRole, ///< QString
        MongoshRole, ///< QString
        OutcomeRole, ///< int of EntryOutcome
        ReplyRole, ///< QString: the server's own text, complete; or empty
    };

    explicit JournalModel(QObject* parent = nullptr);

    /// Replaces the rows. If they are the same entries in the same order, views keep their
    /// selection. `zone`: of the times.
    void setRows(std::vector<JournalRow> rows, const QTimeZone& zone);
    /// Whether the entries are of more than one server, so that each must name its own.
    bool hasSeveralServers() const { return m_severalServers; }
    /// The zone of the times.
    const QTimeZone& zone() const { return clock().zone; }

protected:
    QVariant special(const JournalRow& row, int column, int role) const override;

private:
    /// A whole entry as a screen reader says it.
    QString spoken(const JournalRow& row) const;

    bool m_severalServers = false;
};

} // namespace sandglass::presenters

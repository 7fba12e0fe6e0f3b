// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/journal_model.h"

#include "app/presenters/journal/journal_columns.h"
#include "app/presenters/words/words.h"

#include <QStringList>

#include <array>
#include <set>
#include <utility>

namespace sandglass::presenters {

QString resultText(const JournalRow& row)
{
    if (row.outcome == EntryOutcome::Pending) {
        return JournalModel::tr("sent, no answer yet");
    }
    if (row.outcome == EntryOutcome::Unknown) {
        return JournalModel::tr("unknown: the program ended");
    }
    //: a journal entry that was undone, with how it had ended
    return row.undone ? JournalModel::tr("undone · %1").arg(row.result) : row.result;
}

QString changeText(const JournalRow& row)
{
    if (row.before.isEmpty() || row.after.isEmpty()) {
        return row.before + row.after;
    }
    //: before and after of a change
    return JournalModel::tr("%1 → %2").arg(row.before, row.after);
}

namespace {

constexpr std::array<RowColumn<JournalRow>, 5> kJournalColumns{{
    {.header = [] { return JournalModel::tr("Time"); },
     .text = [](const JournalRow& row,
                const TableClock& clock) { return momentText(row.at, clock.zone); },
     .plain = [](const JournalRow& row,
                 const TableClock& clock) { return isoMomentText(row.at, clock.zone); },
     .number = [](const JournalRow& row) { return momentNumber(row.at); },
     .moments = true},
    kServerColumn,
    kWhatColumn,
    kChangeColumn,
    kResultColumn,
}};

} // namespace

JournalModel::JournalModel(QObject* parent)
    : RowsModel(kJournalColumns, parent)
{
}

void JournalModel::setRows(std::vector<JournalRow> rows, const QTimeZone& zone)
{
    std::set<QString> servers;
    for (const JournalRow& row : rows) {
        if (!row.server.isEmpty()) {
            servers.insert(row.server);
        }
    }
    m_severalServers = servers.size() > 1;
    setClock({zone, {}});
    replaceRows(std::move(rows), &JournalRow::id);
}

QString JournalModel::spoken(const JournalRow& row) const
{
    QStringList parts{momentText(row.at, clock().zone)};
    if (m_severalServers) {
        parts << row.server;
    }
    parts << row.what << changeText(row) << resultText(row);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QVariant JournalModel::special(const JournalRow& row, int column, int role) const
{
    switch (role) {
    case Qt::AccessibleTextRole:
        // who goes from row to row hears the first cell
        return column == TimeColumn ? QVariant(spoken(row)) : QVariant();
    case EntryIdRole:
        return static_cast<qulonglong>(row.id);
    case CanUndoRole:
        return row.canUndo;
    case UndoTextRole:
        return row.undoText;
    case MongoshRole:
        return row.mongosh;
    case OutcomeRole:
        return static_cast<int>(row.outcome);
    case ReplyRole:
        return row.reply;
    default:
        return {};
    }
}

} // namespace sandglass::presenters

#include "moc_journal_model.cpp"

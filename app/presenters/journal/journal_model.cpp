// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/journal_model.h"

#include "app/presenters/words/words.h"

#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

QString replyCell(const JournalRow& row)
{
    if (row.outcome == EntryOutcome::Pending) {
        return JournalModel::tr("sent, no answer yet");
    }
    if (row.outcome == EntryOutcome::Unknown) {
        return JournalModel::tr("unknown: the program ended");
    }
    //: a journal entry that was undone, with the server's reply
    return row.undone ? JournalModel::tr("undone · %1").arg(row.reply) : row.reply;
}

QString changeCell(const JournalRow& row)
{
    if (row.before.isEmpty() || row.after.isEmpty()) {
        return row.before + row.after;
    }
    //: before and after of a change
    return JournalModel::tr("%1 → %2").arg(row.before, row.after);
}

constexpr std::array<RowColumn<JournalRow>, 4> kJournalColumns{{
    {.header = [] { return JournalModel::tr("Time"); },
     .text = [](const JournalRow& row,
                const TableClock& clock) { return momentText(row.at, clock.zone); }},
    {.header = [] { return JournalModel::tr("What"); },
     .text = [](const JournalRow& row, const TableClock&) { return row.what; }},
    {.header = [] { return JournalModel::tr("Change"); },
     .text = [](const JournalRow& row, const TableClock&) { return changeCell(row); }},
    {.header = [] { return JournalModel::tr("Reply"); },
     .text = [](const JournalRow& row, const TableClock&) { return replyCell(row); }},
}};

} // namespace

JournalModel::JournalModel(QObject* parent)
    : RowsModel(kJournalColumns, parent)
{
}

void JournalModel::setRows(std::vector<JournalRow> rows, const QTimeZone& zone)
{
    setClock({zone, {}});
    replaceRows(std::move(rows), &JournalRow::id);
}

QVariant JournalModel::special(const JournalRow& row, int /*column*/, int role) const
{
    switch (role) {
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

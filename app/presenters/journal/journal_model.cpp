// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/journal_model.h"

#include "app/presenters/words/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

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
    //: a journal entry that was taken back, with the server's reply
    return row.undone ? JournalModel::tr("undone · %1").arg(row.reply) : row.reply;
}

} // namespace

JournalModel::JournalModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_zone(QTimeZone::utc())
{
}

void JournalModel::setRows(std::vector<JournalRow> rows, QTimeZone zone)
{
    m_zone = std::move(zone);
    if (std::ranges::equal(m_rows, rows, {}, &JournalRow::id, &JournalRow::id)) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

const JournalRow& JournalModel::row(int row) const
{
    return m_rows[static_cast<std::size_t>(row)];
}

int JournalModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int JournalModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JournalModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const JournalRow& shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        break;
    case EntryIdRole:
        return static_cast<qulonglong>(shown.id);
    case CanUndoRole:
        return shown.canUndo;
    case UndoTextRole:
        return shown.undoText;
    case MongoshRole:
        return shown.mongosh;
    case OutcomeRole:
        return static_cast<int>(shown.outcome);
    case ReplyRole:
        return shown.reply;
    default:
        return {};
    }
    switch (index.column()) {
    case TimeColumn:
        return momentText(shown.at, m_zone);
    case WhatColumn:
        return shown.what;
    case ChangeColumn:
        if (shown.before.isEmpty() || shown.after.isEmpty()) {
            return shown.before + shown.after;
        }
        //: before and after of a change
        return tr("%1 → %2").arg(shown.before, shown.after);
    default:
        return replyCell(shown);
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[] = {tr("Time"), tr("What"), tr("Change"), tr("Reply")};
    return headers[section];
}

} // namespace sandglass::presenters

#include "moc_journal_model.cpp"

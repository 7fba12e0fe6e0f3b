// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/task_model.h"

#include "app/presenters/words/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

TaskModel::TaskModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void TaskModel::setRows(std::vector<TaskRow> rows, base::Time now)
{
    m_now = now;
    if (std::ranges::equal(m_rows, rows, {}, &TaskRow::id, &TaskRow::id)) {
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

int TaskModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TaskModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TaskModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TaskRow& shown = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case TaskIdRole:
        return static_cast<qulonglong>(shown.id);
    case PercentRole:
        return shown.percent;
    case CancellableRole:
        return shown.cancellable;
    case PausableRole:
        return shown.pausable;
    case PausedRole:
        return shown.paused;
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case TitleColumn:
        return shown.title;
    case ProgressColumn:
        if (shown.paused) {
            return tr("paused");
        }
        return shown.percent < 0 ? tr("running") : shareText(shown.percent / 100.0);
    default:
        return durationWords(std::max<std::int64_t>(
            0, std::chrono::duration_cast<std::chrono::seconds>(m_now - shown.startedAt).count()));
    }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[] = {tr("Task"), tr("Progress"), tr("Elapsed")};
    return headers[section];
}

} // namespace sandglass::presenters

#include "moc_task_model.cpp"

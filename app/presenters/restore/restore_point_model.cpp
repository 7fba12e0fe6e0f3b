// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_point_model.h"

namespace sandglass::presenters {

void RestorePointModel::setRows(std::vector<RestorePointRow> rows)
{
    if (rows == m_rows) {
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QString RestorePointModel::idAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].id : QString();
}

int RestorePointModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RestorePointModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RestorePointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const RestorePointRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() >= Documents) {
        return {Qt::AlignRight | Qt::AlignVCenter};
    }
    if (role == Qt::ToolTipRole && index.column() == Cause) {
        return row.change;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case MadeAt:
        return row.madeAt;
    case Cause:
        return row.cause;
    case Documents:
        return row.documents;
    case Size:
        return row.size;
    default:
        return row.frees;
    }
}

QVariant RestorePointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && section >= Documents) {
        return {Qt::AlignRight | Qt::AlignVCenter};
    }
    if (role == Qt::ToolTipRole && section == Frees) {
        return tr(
            "Files that the data and other restore points share take no further space. This is "
            "what deleting the restore point gives back.");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case MadeAt:
        return tr("Data as of");
    case Cause:
        return tr("Made");
    case Documents:
        return tr("Documents");
    case Size:
        return tr("Size");
    default:
        return tr("Deleting frees");
    }
}

} // namespace sandglass::presenters

#include "moc_restore_point_model.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_table_model.h"

#include "widgets/charts/count_text.h"

#include <algorithm>
#include <iterator>

namespace sandglass::widgets {

BarTableModel::BarTableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_zone(QTimeZone::systemTimeZone())
    , m_words(m_zone, m_locale)
{
}

void BarTableModel::setModel(const ChartModel& model)
{
    auto rows = rowsOf(model);
    // equal numbers of rows keep selection and position
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    // from the first row that differs to the last one: a live refresh often changes none
    const auto [first, other] = std::mismatch(m_rows.cbegin(), m_rows.cend(), rows.cbegin());
    if (first == m_rows.cend()) {
        return;
    }
    const auto top = static_cast<int>(std::distance(m_rows.cbegin(), first));
    const auto last = std::mismatch(m_rows.crbegin(), m_rows.crend(), rows.crbegin()).first;
    const auto bottom = static_cast<int>(std::distance(last, m_rows.crend())) - 1;
    m_rows = std::move(rows);
    Q_EMIT dataChanged(index(top, 0), index(bottom, ColumnCount - 1));
}

void BarTableModel::setTimeZone(const QTimeZone& zone)
{
    // called with every live refresh
    if (zone == m_zone) {
        return;
    }
    m_zone = zone;
    m_words = RowText(zone, m_locale);
    if (!m_rows.isEmpty()) {
        Q_EMIT dataChanged(index(0, Bucket), index(rowCount() - 1, Bucket));
    }
}

int BarTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BarTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString BarTableModel::textOf(const ChartRow& row, int column) const
{
    if (row.atLeast && column >= Documents && column <= Cumulative) {
        return leastText(row, column);
    }
    switch (column) {
    case Bucket:
        return m_words.title(row);
    case Documents:
        return countText(row.count, m_locale);
    case Share:
        return shareText(row.share(), m_locale);
    case Cumulative:
        return shareText(row.cumulativeShare(), m_locale);
    case Counted:
        return m_words.exactness(row);
    default:
        return {};
    }
}

// Where not all was counted, a 0 is no number, and the shares are of an unknown whole.
QString BarTableModel::leastText(const ChartRow& row, int column) const
{
    return column == Documents && row.count > 0
        ? QStringLiteral("\u2265 ") + countText(row.count, m_locale)
        : QStringLiteral("\u2013");
}

QVariant BarTableModel::numberOf(const ChartRow& row, int column) const
{
    switch (column) {
    case Documents:
        return row.count;
    case Share:
        return row.share();
    case Cumulative:
        return row.cumulativeShare();
    default:
        return textOf(row, column);
    }
}

QVariant BarTableModel::sortValueOf(int row, int column) const
{
    // the rows are already sorted by time
    return column == Bucket ? QVariant(row) : numberOf(m_rows.at(row), column);
}

QVariant BarTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ChartRow& row = m_rows.at(index.row());
    const bool numeric = index.column() >= Documents && index.column() <= Cumulative;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, index.column());
    case Qt::EditRole:
        return numberOf(row, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == Bucket ? m_words.spoken(row) : textOf(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (numeric ? Qt::AlignRight : Qt::AlignLeft));
    case FromRole:
        return row.fromMs;
    case ToRole:
        return row.toMs;
    case KindRole:
        return static_cast<int>(row.kind);
    case IndexRole:
        return row.index;
    case SortRole:
        return sortValueOf(index.row(), index.column());
    default:
        return {};
    }
}

QVariant BarTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    switch (section) {
    case Bucket:
        return tr("Falls due");
    case Documents:
        return tr("Documents");
    case Share:
        return tr("Share");
    case Cumulative:
        return tr("Cumulative");
    case Counted:
        return tr("Counted");
    default:
        return {};
    }
}

} // namespace sandglass::widgets

#include "moc_bar_table_model.cpp"

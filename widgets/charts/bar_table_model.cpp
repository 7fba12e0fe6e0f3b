// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_table_model.h"

#include "widgets/charts/count_text.h"

#include <algorithm>
#include <iterator>

namespace sandglass::widgets {

namespace {

// Whether both rows are of the same deletion.
bool sameSpan(const ChartRow& one, const ChartRow& other)
{
    return one.fromMs == other.fromMs && one.toMs == other.toMs;
}

bool isNumber(int column)
{
    return column >= BarTableModel::Documents && column <= BarTableModel::Deleted;
}

} // namespace

BarTableModel::BarTableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_zone(QTimeZone::systemTimeZone())
    , m_words(m_zone, m_locale)
{
}

void BarTableModel::setModel(const ChartModel& model)
{
    setNote(model.note);
    QVector<ChartRow> rows = rowsOf(model);
    const int past = overdueRow(model);
    // equal numbers of rows keep selection and position
    if (rows.size() - past != m_rows.size() - m_past) {
        beginResetModel();
        m_rows = std::move(rows);
        m_past = past;
        endResetModel();
        return;
    }
    replacePast(rows, past);
    changeInPlace(std::move(rows));
}

void BarTableModel::replacePast(const QVector<ChartRow>& rows, int past)
{
    const auto stays = [&](const ChartRow& row) {
        return std::any_of(rows.cbegin(), rows.cbegin() + past,
                           [&row](const ChartRow& each) { return sameSpan(each, row); });
    };
    // neighbours at once
    for (int end = m_past; end > 0; --end) {
        int begin = end;
        while (begin > 0 && !stays(m_rows.at(begin - 1))) {
            --begin;
        }
        if (begin < end) {
            beginRemoveRows({}, begin, end - 1);
            m_rows.remove(begin, end - begin);
            m_past -= end - begin;
            endRemoveRows();
            end = begin + 1; // the row before it stays
        }
    }
    for (int begin = 0; begin < past; ++begin) {
        int end = begin;
        while (end < past && (begin >= m_past || !sameSpan(m_rows.at(begin), rows.at(end)))) {
            ++end;
        }
        if (begin < end) {
            beginInsertRows({}, begin, end - 1);
            for (int row = begin; row < end; ++row) {
                m_rows.insert(row, rows.at(row));
            }
            m_past += end - begin;
            endInsertRows();
            begin = end - 1;
        }
    }
}

void BarTableModel::changeInPlace(QVector<ChartRow> rows)
{
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
    Q_EMIT headerDataChanged(Qt::Horizontal, Bucket, Bucket);
    if (!m_rows.isEmpty()) {
        Q_EMIT dataChanged(index(0, Bucket), index(rowCount() - 1, Bucket));
    }
}

void BarTableModel::setNote(const QString& note)
{
    if (note != m_note) {
        m_note = note;
        Q_EMIT headerDataChanged(Qt::Horizontal, Documents, Documents);
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
    const bool deleted = row.kind == BarKind::Deleted;
    if (isNumber(column) && deleted != (column == Deleted)) {
        return {}; // neither is a part of the other
    }
    if (row.atLeast && isNumber(column)) {
        return leastText(row, column);
    }
    switch (column) {
    case Bucket:
        return m_words.title(row);
    case Documents:
    case Deleted:
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

QString BarTableModel::spokenOf(const ChartRow& row, int column) const
{
    if (column == Bucket) {
        return m_words.spoken(row);
    }
    const QString text = textOf(row, column);
    // a screen reader reads nothing else where a cell is empty
    return text.isEmpty() && m_blankWords
        ? m_blankWords(headerData(column, Qt::Horizontal).toString())
        : text;
}

QVariant BarTableModel::numberOf(const ChartRow& row, int column) const
{
    if (isNumber(column) && (row.kind == BarKind::Deleted) != (column == Deleted)) {
        return {};
    }
    switch (column) {
    case Documents:
    case Deleted:
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
    const bool numeric = isNumber(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, index.column());
    case Qt::EditRole:
        return numberOf(row, index.column());
    case Qt::AccessibleTextRole:
        return spokenOf(row, index.column());
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
    const bool isNote = role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole;
    if (orientation == Qt::Horizontal && isNote && section == Documents && !m_note.isEmpty()) {
        return m_note;
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    switch (section) {
    case Bucket:
        //: the title of a column of times, and their time zone
        return tr("Due or deleted · %1").arg(QString::fromLatin1(m_zone.id()));
    case Documents:
        return tr("Documents");
    case Share:
        return tr("Share");
    case Cumulative:
        return tr("Cumulative");
    case Deleted:
        return tr("Deleted");
    case Counted:
        return tr("Counted");
    default:
        return {};
    }
}

} // namespace sandglass::widgets

#include "moc_bar_table_model.cpp"

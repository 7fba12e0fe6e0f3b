// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <QAbstractTableModel>
#include <QString>
#include <QTimeZone>
#include <QVariant>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sandglass::presenters {

/// How a table shows moments: their zone, and what is "now" for those that are counted from it.
struct TableClock
{
    QTimeZone zone = QTimeZone::utc();
    base::Time now{};
};

/// Everything about one column of a table. A function is called for each cell that is shown.
template <typename Row>
struct RowColumn
{
    using Text = QString (*)(const Row& row, const TableClock& clock);

    QString (*header)(); ///< translated
    Text text; ///< the cell as it is shown
    Text plain = nullptr; ///< the cell in a file: whole, numbers without separators; none: `text`
    Text toolTip = nullptr; ///< none: `text`, since a narrow column cuts it
    QString (*headerToolTip)() = nullptr;
    /// What the cell is sorted by; one without a number comes first. None: by `text`.
    std::optional<double> (*number)(const Row& row) = nullptr;
    bool rightAligned = false;
};

/// The roles that every table has; a table's own roles begin at FirstOwnRole.
struct TableRoles
{
    /// Roles of Qt's models; a table's own begin behind them.
    enum : int {
        SortRole = Qt::UserRole + 1, ///< numbers as numbers, texts as texts
        PlainRole, ///< QString: the cell for a file
        FirstOwnRole,
    };
};

/// A table of rows of one kind; what its columns show is a list. A table with roles of its own adds
/// them in special(). GUI thread.
template <typename Row>
class RowsModel : public QAbstractTableModel, public TableRoles
{
public:
    /// `columns` outlives the table.
    explicit RowsModel(std::span<const RowColumn<Row>> columns, QObject* parent = nullptr)
        : QAbstractTableModel(parent)
        , m_columns(columns)
    {
    }

    /// All rows, in their order.
    const std::vector<Row>& rows() const { return m_rows; }
    /// One of them; `row` is less than rowCount().
    const Row& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
            return {};
        }
        const Row& shown = row(index.row());
        const RowColumn<Row>& column = m_columns[static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole:
            return column.text(shown, m_clock);
        case Qt::ToolTipRole:
            return (column.toolTip ? column.toolTip : column.text)(shown, m_clock);
        case Qt::TextAlignmentRole:
            return alignment(column);
        case PlainRole:
            return (column.plain ? column.plain : column.text)(shown, m_clock);
        case SortRole:
            return column.number ? QVariant(column.number(shown).value_or(-1.0))
                                 : QVariant(column.text(shown, m_clock));
        default:
            return special(shown, index.column(), role);
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        const RowColumn<Row>& column = m_columns[static_cast<std::size_t>(section)];
        switch (role) {
        case Qt::DisplayRole:
            return column.header();
        case Qt::ToolTipRole:
            return column.headerToolTip ? QVariant(column.headerToolTip()) : QVariant();
        case Qt::TextAlignmentRole:
            return alignment(column);
        default:
            return {};
        }
    }

protected:
    /// What a cell says in a role that is not common to all tables.
    virtual QVariant special(const Row& /*row*/, int /*column*/, int /*role*/) const { return {}; }

    /// The clock that cells are made with.
    const TableClock& clock() const { return m_clock; }
    /// Sets it without a word to views: call cellsChanged() for the columns that show moments.
    void setClock(TableClock clock) { m_clock = std::move(clock); }

    /// Replaces all rows; views forget their selection.
    void resetRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    /// Replaces all rows. If they are the same things in the same order by `key`, only their cells
    /// change, and views keep their selection.
    template <typename Key>
    void replaceRows(std::vector<Row> rows, Key key)
    {
        if (!std::ranges::equal(m_rows, rows, {}, key, key)) {
            resetRows(std::move(rows));
            return;
        }
        m_rows = std::move(rows);
        cellsChanged(0, columnCount() - 1);
    }
    /// Replaces one row.
    void replaceRow(int row, Row by)
    {
        m_rows[static_cast<std::size_t>(row)] = std::move(by);
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
    /// Tells views that the cells of these columns show something else in every row.
    void cellsChanged(int firstColumn, int lastColumn)
    {
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, firstColumn), index(rowCount() - 1, lastColumn));
        }
    }

private:
    static QVariant alignment(const RowColumn<Row>& column)
    {
        return column.rightAligned ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    }

    std::span<const RowColumn<Row>> m_columns;
    std::vector<Row> m_rows;
    TableClock m_clock;
};

/// A count or seconds as what a column is sorted by.
template <typename Number>
std::optional<double> sortNumber(const std::optional<Number>& value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

} // namespace sandglass::presenters

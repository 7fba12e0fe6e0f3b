// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/words.h"

#include <QAbstractTableModel>
#include <QString>
#include <QTimeZone>
#include <QVariant>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace sandglass::presenters {

/// How a table shows times: their zone, and the "now" from which countdowns are counted.
struct TableClock
{
    QTimeZone zone = QTimeZone::utc();
    base::Time now{};
};

/// Everything about one column of a table. The functions are called for each visible cell, so they
/// must be fast.
template <typename Row>
struct RowColumn
{
    using Text = QString (*)(const Row& row, const TableClock& clock);

    QString (*header)(); ///< translated
    Text text; ///< the cell on the screen
    Text plain
        = nullptr; ///< the cell in a file: complete, numbers without separators; null: `text`
    Text toolTip = nullptr; ///< null: `text`, because a narrow column truncates it
    QString (*headerToolTip)() = nullptr; ///< null: none
    /// The number to sort by; a cell without one comes first. Null: sort by `text`.
    std::optional<double> (*number)(const Row& row) = nullptr;
    bool rightAligned = false;
    bool moments = false; ///< the cells are moments: the title names their zone
    /// The cells are shortened moments, narrower than a title with the zone would be: its tool tip
    /// and accessible name have the zone. Tool tips of the cells have the whole moment.
    bool shortMoments = false;
};

/// The roles that all tables have. A base class of its own, because RowsModel is a template and its
/// users name the roles without the type of the rows.
struct TableRoles
{
    /// The common roles.
    enum : int {
        SortRole = Qt::UserRole + 1, ///< double if the column has numbers, otherwise QString
        PlainRole, ///< QString: the cell for a file
        CopyRole, ///< QString: the cell as shown, with nothing left out
        FirstOwnRole, ///< the first role that a derived table may use
    };
};

/// A table of rows of one type, described by a list of columns. A derived table adds roles of its
/// own in special(). GUI thread.
template <typename Row>
class RowsModel : public QAbstractTableModel, public TableRoles
{
public:
    /// `columns` must outlive this object.
    explicit RowsModel(std::span<const RowColumn<Row>> columns, QObject* parent = nullptr)
        : QAbstractTableModel(parent)
        , m_columns(columns)
    {
    }

    /// All rows from top to bottom.
    const std::vector<Row>& rows() const { return m_rows; }
    /// One row. `row`: 0 … rowCount() − 1.
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
        case Qt::AccessibleTextRole: {
            const QVariant own = special(shown, index.column(), role);
            const bool silent = !own.isValid() && column.text(shown, m_clock).isEmpty();
            // a screen reader reads nothing else where a cell is empty
            return silent ? QVariant(accessibleCell(column.header(), {})) : own;
        }
        case Qt::ToolTipRole:
            return (column.toolTip ? column.toolTip : column.text)(shown, m_clock);
        case Qt::TextAlignmentRole:
            return alignment(column);
        case CopyRole: {
            const QVariant whole = special(shown, index.column(), role);
            return whole.isValid() ? whole : QVariant(column.text(shown, m_clock));
        }
        case PlainRole:
            return (column.plain ? column.plain : column.text)(shown, m_clock);
        case SortRole:
            // the numbers are counts, seconds or times, so −1 sorts before all of them
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
            return column.moments ? zonedHeader(column.header(), m_clock.zone) : column.header();
        case Qt::AccessibleTextRole:
            return column.shortMoments ? QVariant(zonedHeader(column.header(), m_clock.zone))
                                       : QVariant();
        case Qt::ToolTipRole:
            if (column.shortMoments) {
                return zonedHeader(column.header(), m_clock.zone);
            }
            return column.headerToolTip ? QVariant(column.headerToolTip()) : QVariant();
        case Qt::TextAlignmentRole:
            return alignment(column);
        default:
            return {};
        }
    }

protected:
    /// The value of a cell for a role that is not common to all tables. `column`: 0-based.
    virtual QVariant special(const Row& /*row*/, int /*column*/, int /*role*/) const { return {}; }

    /// The clock that the cells use.
    const TableClock& clock() const { return m_clock; }
    /// Sets it without notifying views: call cellsChanged() for the columns that show times. Only
    /// another zone in the titles is announced.
    void setClock(TableClock clock)
    {
        const bool otherZone = clock.zone != m_clock.zone;
        m_clock = std::move(clock);
        if (otherZone && columnCount() > 0) {
            Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        }
    }

    /// Replaces all rows. Views lose their selection.
    void resetRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    /// Replaces all rows. Views keep the selection and the current row as far as rows with the same
    /// `key` value remain. The values must be unique and ordered by <; otherwise, and without a
    /// common row, views lose their selection.
    template <typename Key>
    void replaceRows(std::vector<Row> rows, Key key)
    {
        const auto wanted = placesOf(rows, key);
        const auto isWanted
            = [&](const Row& row) { return wanted.contains(std::invoke(key, row)); };
        const bool unique
            = wanted.size() == rows.size() && placesOf(m_rows, key).size() == m_rows.size();
        if (!unique || std::ranges::none_of(m_rows, isWanted)) {
            resetRows(std::move(rows));
            return;
        }
        removeRowsUnless(isWanted);
        moveRows([&](const Row& row) { return wanted.at(std::invoke(key, row)); });
        insertMissing(rows, key);
        m_rows = std::move(rows);
        cellsChanged(0, columnCount() - 1);
    }
    /// Replaces all rows by as many that show the same in every cell, so that views need no
    /// signal.
    void keepCells(std::vector<Row> rows) { m_rows = std::move(rows); }
    /// Replaces one row. `row`: 0 … rowCount() − 1.
    void replaceRow(int row, Row replacement)
    {
        m_rows[static_cast<std::size_t>(row)] = std::move(replacement);
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
    /// Notifies views that the cells of these columns, both included, have changed in every row.
    void cellsChanged(int firstColumn, int lastColumn)
    {
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, firstColumn), index(rowCount() - 1, lastColumn));
        }
    }

private:
    /// The place of each key.
    template <typename Key>
    static auto placesOf(const std::vector<Row>& rows, Key key)
    {
        std::map<std::decay_t<std::invoke_result_t<Key&, const Row&>>, std::size_t> places;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            places.emplace(std::invoke(key, rows[i]), i);
        }
        return places;
    }
    /// The place in m_rows as its iterator.
    auto at(std::size_t place)
    {
        return m_rows.begin() + static_cast<typename std::vector<Row>::difference_type>(place);
    }
    /// Removes the rows that do not stay, neighbours at once.
    template <typename Stays>
    void removeRowsUnless(Stays stays)
    {
        for (std::size_t end = m_rows.size(); end > 0; --end) {
            std::size_t begin = end;
            while (begin > 0 && !stays(m_rows[begin - 1])) {
                --begin;
            }
            if (begin < end) {
                beginRemoveRows({}, static_cast<int>(begin), static_cast<int>(end) - 1);
                m_rows.erase(at(begin), at(end));
                endRemoveRows();
                end = begin + 1; // the row before it stays
            }
        }
    }
    /// Puts the rows into the order of their places. Does nothing if they are in it.
    template <typename Place>
    void moveRows(Place placeOf)
    {
        if (std::ranges::is_sorted(m_rows, {}, placeOf)) {
            return;
        }
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        std::vector<std::size_t> order(m_rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t old) { return placeOf(m_rows[old]); });
        std::vector<Row> moved;
        std::vector<int> newPlace(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            moved.push_back(std::move(m_rows[order[i]]));
            newPlace[order[i]] = static_cast<int>(i);
        }
        m_rows = std::move(moved);
        for (const QModelIndex& old : persistentIndexList()) {
            changePersistentIndex(
                old, index(newPlace[static_cast<std::size_t>(old.row())], old.column()));
        }
        Q_EMIT layoutChanged({}, VerticalSortHint);
    }
    /// Inserts those of `rows` that are missing, neighbours at once. The others are in their order.
    template <typename Key>
    void insertMissing(const std::vector<Row>& rows, Key key)
    {
        const auto isNext = [&](std::size_t place, const Row& row) {
            return place < m_rows.size()
                && std::invoke(key, m_rows[place]) == std::invoke(key, row);
        };
        for (std::size_t begin = 0; begin < rows.size(); ++begin) {
            std::size_t end = begin;
            while (end < rows.size() && !isNext(begin, rows[end])) {
                ++end;
            }
            if (end > begin) {
                beginInsertRows({}, static_cast<int>(begin), static_cast<int>(end) - 1);
                m_rows.insert(at(begin), rows.begin() + static_cast<std::ptrdiff_t>(begin),
                              rows.begin() + static_cast<std::ptrdiff_t>(end));
                endInsertRows();
                begin = end - 1;
            }
        }
    }

    /// The alignment of a column's cells and header; invalid for the default.
    static QVariant alignment(const RowColumn<Row>& column)
    {
        return column.rightAligned ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    }

    std::span<const RowColumn<Row>> m_columns;
    std::vector<Row> m_rows;
    TableClock m_clock;
};

/// A count or a number of seconds in the form that RowColumn::number returns.
template <typename Number>
std::optional<double> sortNumber(const std::optional<Number>& value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

} // namespace sandglass::presenters

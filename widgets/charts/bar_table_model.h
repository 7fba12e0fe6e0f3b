// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/row_text.h"

#include <QAbstractTableModel>

#include <functional>
#include <utility>

namespace sandglass::widgets {

/// The bars of a chart as a table, for screen readers and exports: deletions of the past, whose
/// number has a column of its own, then the forecast. Qt::DisplayRole is for people. Qt::EditRole
/// has plain numbers (documents and shares as double). The title of the first column names the
/// zone.
class BarTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// The columns, from left to right.
    enum Column { Bucket, Documents, Share, Cumulative, Deleted, Counted, ColumnCount };
    /// Roles beside Qt's own.
    enum Role {
        FromRole = Qt::UserRole + 1, ///< qint64, milliseconds UTC
        ToRole,
        KindRole, ///< int of BarKind
        IndexRole, ///< ChartRow::index
        SortRole, ///< value to sort by: an instant, a number or a text
    };

    /// What a screen reader says of an empty cell. Its argument is the title of the column.
    using BlankWords = std::function<QString(const QString&)>;

    explicit BarTableModel(QObject* parent = nullptr);

    /// Sets the words for empty cells, which are those of all tables of the program; without them
    /// nothing is said of such a cell.
    void setBlankWords(BlankWords words) { m_blankWords = std::move(words); }

    /// Shows the rows of another model. Deletions come and go one by one, and if the number of the
    /// others is the same, they change in place, so that selection and scroll position stay. The
    /// model's note is the tool tip and the accessible description of the column of documents.
    void setModel(const ChartModel& model);

    /// The time zone of the ranges; the system's by default.
    void setTimeZone(const QTimeZone& zone);

    /// The rows as shown, by row number.
    const QVector<ChartRow>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    /// Brings the rows of deletions, which come first, in line with those of `rows`.
    void replacePast(const QVector<ChartRow>& rows, int past);
    /// Replaces the rows by as many others.
    void changeInPlace(QVector<ChartRow> rows);
    /// Sets the note on the documents.
    void setNote(const QString& note);
    /// The text of a cell for people.
    QString textOf(const ChartRow& row, int column) const;
    /// What a screen reader says of a cell.
    QString spokenOf(const ChartRow& row, int column) const;
    /// The same for a number where not all was counted.
    QString leastText(const ChartRow& row, int column) const;
    /// The plain number of a cell; invalid for cells of text.
    QVariant numberOf(const ChartRow& row, int column) const;
    /// The value of SortRole.
    QVariant sortValueOf(int row, int column) const;

    QVector<ChartRow> m_rows;
    int m_past = 0; // rows of deletions
    QString m_note;
    QLocale m_locale;
    QTimeZone m_zone;
    RowText m_words;
    BlankWords m_blankWords;
};

} // namespace sandglass::widgets

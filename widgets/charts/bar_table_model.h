// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/row_text.h"

#include <QAbstractTableModel>

namespace sandglass::widgets {

/// The bars of a chart as a table: what screen readers and exports read. Qt::DisplayRole is for
/// people, Qt::EditRole has the bare numbers (documents and shares as double).
class BarTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Bucket, Documents, Share, Cumulative, Counted, ColumnCount };
    enum Role {
        FromRole = Qt::UserRole + 1, ///< qint64, milliseconds UTC
        ToRole,
        KindRole, ///< int of BarKind
        IndexRole, ///< ChartRow::index
        SortRole, ///< a value to sort by: FromRole, numbers or text
    };

    explicit BarTableModel(QObject* parent = nullptr);

    /// Shows the rows of another model. If the number of rows stays, they are changed in place, so
    /// that selection and reading position stay too.
    void setModel(const ChartModel& model);

    /// The zone in which ranges are written; the system's to begin with.
    void setTimeZone(const QTimeZone& zone);

    const QVector<ChartRow>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString textOf(const ChartRow& row, int column) const;
    QVariant numberOf(const ChartRow& row, int column) const;
    QVariant sortValueOf(int row, int column) const;

    QVector<ChartRow> m_rows;
    QLocale m_locale;
    RowText m_words;
};

} // namespace sandglass::widgets

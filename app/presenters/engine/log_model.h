// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <deque>

namespace sandglass::presenters {

/// One line of the engine's log.
struct LogRow
{
    QString time; ///< as the engine wrote it
    QString severity; ///< "I", "W", "E", "F"; empty for a line that is no JSON
    QString component;
    QString message;
    QString details; ///< attributes as JSON
    QString raw; ///< the line itself
};

/// The engine's log, oldest first, at most 5 000 lines. GUI thread.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { TimeColumn, SeverityColumn, ComponentColumn, MessageColumn, ColumnCount };
    /// What a cell has for the page besides its text.
    enum Role { RawRole = Qt::UserRole + 1 };

    explicit LogModel(QObject* parent = nullptr);

    /// Adds a line as the engine wrote it; the oldest goes when there are too many.
    void append(const QString& line);
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::deque<LogRow> m_rows;
};

} // namespace sandglass::presenters

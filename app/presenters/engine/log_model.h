// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <memory>

namespace sandglass::services {
class LogLines;
}

namespace sandglass::presenters {

/// One line of the engine's log.
struct LogRow
{
    QString time; ///< as the engine wrote it
    QString severity; ///< "I", "W", "E", "F"; empty for a line that is not JSON
    QString component; ///< "NETWORK", "STORAGE" …
    QString message; ///< the whole line if it is not JSON
    QString details; ///< the attributes as JSON
    QString raw; ///< the complete line
};

/// The engine's log as a table, oldest line first. It keeps what services::LogLines keeps.
/// GUI thread.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { TimeColumn, SeverityColumn, ComponentColumn, MessageColumn, ColumnCount };
    /// Roles besides those of Qt. RawRole: QString, LogRow::raw.
    enum Role { RawRole = Qt::UserRole + 1 };

    explicit LogModel(QObject* parent = nullptr);
    ~LogModel() override;

    /// Adds a line as the engine has written it. Removes the oldest lines if it is too much.
    void append(const QString& line);
    /// Removes all lines.
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A line taken apart. Valid until the next call.
    const LogRow& row(int number) const;

    std::unique_ptr<services::LogLines>
        m_lines; ///< never null; their text is shared with EngineProcess
    mutable LogRow m_row; ///< the line asked for last; all of them would be a second copy
};

} // namespace sandglass::presenters

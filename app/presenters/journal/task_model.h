// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <vector>

namespace sandglass::presenters {

/// One running task.
struct TaskRow
{
    std::uint64_t id = 0;
    QString title;
    base::Time startedAt;
    int percent = -1; ///< −1: unknown
    bool cancellable = false;
    bool pausable = false; ///< can be paused, or is
    bool paused = false;
};

/// The running tasks, oldest first. GUI thread.
class TaskModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TitleColumn, ProgressColumn, ElapsedColumn, ColumnCount };
    enum Role {
        TaskIdRole = Qt::UserRole + 1, ///< qulonglong
        PercentRole, ///< int, −1 unknown
        CancellableRole, ///< bool
        PausableRole, ///< bool: can be paused, or is paused and can go on
        PausedRole, ///< bool
    };

    explicit TaskModel(QObject* parent = nullptr);

    void setRows(std::vector<TaskRow> rows, base::Time now);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<TaskRow> m_rows;
    base::Time m_now;
};

} // namespace sandglass::presenters

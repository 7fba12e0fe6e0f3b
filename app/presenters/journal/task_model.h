// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/rows_model.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sandglass::presenters {

/// One running task.
struct TaskRow
{
    std::uint64_t id = 0;
    QString title;
    base::Time startedAt; ///< by our clock
    int percent = -1; ///< 0…100; −1: unknown
    bool cancellable = false;
    bool pausable = false; ///< it can be paused, or is paused
    bool paused = false;
};

/// The running tasks as a table, oldest first. GUI thread.
class TaskModel : public RowsModel<TaskRow>
{
    Q_OBJECT
public:
    /// Roles of the tasks, the same for all cells of a row.
    enum Role {
        TaskIdRole = FirstOwnRole, ///< qulonglong
        PercentRole, ///< int, −1: unknown
        CancellableRole, ///< bool
        PausableRole, ///< bool: it can be paused, or is paused and can be resumed
        PausedRole, ///< bool
    };

    explicit TaskModel(QObject* parent = nullptr);

    /// Replaces the rows. If they are the same tasks in the same order, views keep their selection.
    /// `now`: by our clock, for the elapsed times.
    void setRows(std::vector<TaskRow> rows, base::Time now);

protected:
    QVariant special(const TaskRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters

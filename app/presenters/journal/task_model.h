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
    base::Time startedAt;
    int percent = -1; ///< −1: unknown
    bool cancellable = false;
    bool pausable = false; ///< can be paused, or is
    bool paused = false;
};

/// The running tasks, oldest first. GUI thread.
class TaskModel : public RowsModel<TaskRow>
{
    Q_OBJECT
public:
    /// What a cell has for the page besides its text.
    enum Role {
        TaskIdRole = FirstOwnRole, ///< qulonglong
        PercentRole, ///< int, −1 unknown
        CancellableRole, ///< bool
        PausableRole, ///< bool: can be paused, or is paused and can go on
        PausedRole, ///< bool
    };

    explicit TaskModel(QObject* parent = nullptr);

    /// Replaces the rows; tasks that are still the same keep their selection.
    void setRows(std::vector<TaskRow> rows, base::Time now);

protected:
    QVariant special(const TaskRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters

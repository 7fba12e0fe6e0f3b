// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/task_model.h"

#include "app/presenters/words/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

QString progressCell(const TaskRow& row)
{
    if (row.paused) {
        return TaskModel::tr("paused");
    }
    return row.percent < 0 ? TaskModel::tr("running") : shareText(row.percent / 100.0);
}

QString elapsedCell(const TaskRow& row, base::Time now)
{
    const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(now - row.startedAt);
    // not below 0, even if the system's clock was set back
    return durationWords(std::max<std::int64_t>(0, elapsed.count()));
}

constexpr std::array<RowColumn<TaskRow>, 3> kTaskColumns{{
    {.header = [] { return TaskModel::tr("Task"); },
     .text = [](const TaskRow& row, const TableClock&) { return row.title; }},
    {.header = [] { return TaskModel::tr("Progress"); },
     .text = [](const TaskRow& row, const TableClock&) { return progressCell(row); }},
    {.header = [] { return TaskModel::tr("Elapsed"); },
     .text
     = [](const TaskRow& row, const TableClock& clock) { return elapsedCell(row, clock.now); }},
}};

} // namespace

TaskModel::TaskModel(QObject* parent)
    : RowsModel(kTaskColumns, parent)
{
}

void TaskModel::setRows(std::vector<TaskRow> rows, base::Time now)
{
    setClock({QTimeZone::utc(), now});
    replaceRows(std::move(rows), &TaskRow::id);
}

QVariant TaskModel::special(const TaskRow& row, int /*column*/, int role) const
{
    switch (role) {
    case TaskIdRole:
        return static_cast<qulonglong>(row.id);
    case PercentRole:
        return row.percent;
    case CancellableRole:
        return row.cancellable;
    case PausableRole:
        return row.pausable;
    case PausedRole:
        return row.paused;
    default:
        return {};
    }
}

} // namespace sandglass::presenters

#include "moc_task_model.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/trash/trash_model.h"

#include "app/presenters/words/words.h"

#include <array>
#include <optional>
#include <utility>

namespace sandglass::presenters {

namespace {

constexpr std::array<RowColumn<TrashRow>, 5> kTrashColumns{{
    {.header = [] { return TrashModel::tr("Deleted at"); },
     .text = [](const TrashRow& row,
                const TableClock& clock) { return momentText(row.deletedAt, clock.zone); },
     .number = [](const TrashRow& row) -> std::optional<double> {
         return static_cast<double>(row.deletedAt.time_since_epoch().count());
     },
     .moments = true},
    {.header = [] { return TrashModel::tr("Collection"); },
     .text = [](const TrashRow& row, const TableClock&) { return row.collection; }},
    {.header = [] { return TrashModel::tr("By index"); },
     .text = [](const TrashRow& row, const TableClock&) { return row.index; }},
    {.header = [] { return TrashModel::tr("_id"); },
     .text = [](const TrashRow& row, const TableClock&) { return row.id; }},
    {.header = [] { return TrashModel::tr("Document"); },
     .text = [](const TrashRow& row, const TableClock&) { return row.document; }},
}};

} // namespace

TrashModel::TrashModel(QObject* parent)
    : RowsModel(kTrashColumns, parent)
{
}

void TrashModel::setRows(std::vector<TrashRow> rows, const QTimeZone& zone)
{
    setClock({zone, {}});
    replaceRows(std::move(rows), &TrashRow::key);
}

} // namespace sandglass::presenters

#include "moc_trash_model.cpp"

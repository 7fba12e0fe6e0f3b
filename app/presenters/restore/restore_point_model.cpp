// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_point_model.h"

#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

constexpr std::array<RowColumn<RestorePointRow>, 5> kPointColumns{{
    {.header = [] { return RestorePointModel::tr("Data as of"); },
     .text = [](const RestorePointRow& row,
                const TableClock& clock) { return momentText(row.at, clock.zone); },
     .plain = [](const RestorePointRow& row,
                 const TableClock& clock) { return isoMomentText(row.at, clock.zone); },
     .number = [](const RestorePointRow& row) { return momentNumber(row.at); },
     .moments = true},
    {.header = [] { return RestorePointModel::tr("Made"); },
     .text = [](const RestorePointRow& row, const TableClock&) { return row.cause; },
     .toolTip = [](const RestorePointRow& row, const TableClock&) { return row.change; }},
    {.header = [] { return RestorePointModel::tr("Documents"); },
     .text = [](const RestorePointRow& row, const TableClock&) { return row.documents; },
     .rightAligned = true},
    {.header = [] { return RestorePointModel::tr("Size"); },
     .text = [](const RestorePointRow& row, const TableClock&) { return row.size; },
     .rightAligned = true},
    {.header = [] { return RestorePointModel::tr("Deleting frees"); },
     .text = [](const RestorePointRow& row, const TableClock&) { return row.frees; },
     .headerToolTip =
         [] {
             return RestorePointModel::tr(
                 "Files that are shared with the data or with other restore points take no extra "
                 "space. This is the space that deleting the restore point frees.");
         },
     .rightAligned = true},
}};

} // namespace

RestorePointModel::RestorePointModel(QObject* parent)
    : RowsModel(kPointColumns, parent)
{
}

void RestorePointModel::setRows(std::vector<RestorePointRow> rows, const QTimeZone& zone)
{
    if (zone != clock().zone) {
        setClock({zone, {}});
        cellsChanged(MadeAt, MadeAt);
    }
    if (rows != this->rows()) {
        replaceRows(std::move(rows), &RestorePointRow::id);
    }
}

QString RestorePointModel::idAt(int row) const
{
    return row >= 0 && row < rowCount() ? this->row(row).id : QString();
}

} // namespace sandglass::presenters

#include "moc_restore_point_model.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/journal_export.h"

#include "app/presenters/journal/journal_columns.h"
#include "app/presenters/words/words.h"

#include <QDateTime>

#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

// A zone alone would leave open which hour is meant when clocks are set back.
QString offsetMoment(const JournalRow& row, const TableClock& clock)
{
    const QDateTime moment = toDateTime(row.at, clock.zone);
    return moment.isValid()
        ? moment.toOffsetFromUtc(moment.offsetFromUtc()).toString(Qt::ISODateWithMs)
        : momentText(row.at, clock.zone);
}

constexpr std::array<RowColumn<JournalRow>, 6> kExportColumns{{
    {.header = [] { return JournalModel::tr("Time"); }, .text = &offsetMoment},
    kServerColumn,
    kWhatColumn,
    kChangeColumn,
    kResultColumn,
    {.header = [] { return JournalExport::tr("mongosh command"); },
     .text = [](const JournalRow& row, const TableClock&) { return row.mongosh; }},
}};

} // namespace

JournalExport::JournalExport(std::vector<JournalRow> rows, const QTimeZone& zone)
    : RowsModel(kExportColumns)
{
    setClock({zone, {}});
    resetRows(std::move(rows));
}

} // namespace sandglass::presenters

#include "moc_journal_export.cpp"

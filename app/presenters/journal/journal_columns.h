// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/journal/journal_model.h"
#include "app/presenters/words/rows_model.h"

namespace sandglass::presenters {

// The columns that are the same in the table of the window and in that of a file.

/// The server of an entry; empty: not known.
inline constexpr RowColumn<JournalRow> kServerColumn{
    .header = [] { return JournalModel::tr("Server"); },
    .text = [](const JournalRow& row, const TableClock&) { return row.server; }};
/// What was done, and to what.
inline constexpr RowColumn<JournalRow> kWhatColumn{
    .header = [] { return JournalModel::tr("What"); },
    .text = [](const JournalRow& row, const TableClock&) { return row.what; }};
/// Before and after.
inline constexpr RowColumn<JournalRow> kChangeColumn{
    .header = [] { return JournalModel::tr("Change"); },
    .text = [](const JournalRow& row, const TableClock&) { return changeText(row); }};
/// How it ended.
inline constexpr RowColumn<JournalRow> kResultColumn{
    .header = [] { return JournalModel::tr("Result"); },
    .text = [](const JournalRow& row, const TableClock&) { return resultText(row); }};

} // namespace sandglass::presenters

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/journal/journal_model.h"
#include "app/presenters/words/rows_model.h"

#include <QTimeZone>

#include <vector>

namespace sandglass::presenters {

/// Entries of the journal as the table of a file: ISO time with its offset from UTC, server, what,
/// change, result, and the command for mongosh. On one thread at a time.
class JournalExport : public RowsModel<JournalRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column {
        TimeColumn,
        ServerColumn,
        WhatColumn,
        ChangeColumn,
        ResultColumn,
        MongoshColumn,
    };

    /// `rows`: in the order of the file. `zone`: of the times.
    JournalExport(std::vector<JournalRow> rows, const QTimeZone& zone);
};

} // namespace sandglass::presenters

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace sandglass::presenters {

/// Returns the cells of a table as CSV (RFC 4180): a header line, CRLF line ends, quotes where
/// needed. `role`: the role of the model that has the text of a cell. A cell that a spreadsheet
/// would take for a formula gets a leading apostrophe. GUI thread.
QString toCsv(const QAbstractItemModel& table, int role = Qt::DisplayRole);

} // namespace sandglass::presenters

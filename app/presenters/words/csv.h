// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace sandglass::presenters {

/// The texts of a table (those of `role`) as CSV (RFC 4180): a header line, CRLF line ends, quotes
/// where needed. A cell that a spreadsheet would take for a formula gets a leading apostrophe.
QString toCsv(const QAbstractItemModel& table, int role = Qt::DisplayRole);

} // namespace sandglass::presenters

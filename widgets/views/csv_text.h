// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;

namespace sandglass::widgets {

/// `text` with a leading apostrophe if a spreadsheet would run it as a formula: it starts with = +
/// - @, a tab or a carriage return, and is not a plain number. Pure; any thread.
QString spreadsheetSafe(const QString& text);

/// One cell as RFC 4180 wants it: quoted if it holds a comma, a quote or a line break, and made
/// safe by spreadsheetSafe(). Pure; any thread.
QString csvCell(const QString& text);

/// A whole model as CSV: the horizontal headers, then every row, each line ended by CR LF. A cell's
/// Qt::EditRole is written if it is a number (unrounded, with a point), else its Qt::DisplayRole.
/// GUI thread.
QString csvText(const QAbstractItemModel& model);

} // namespace sandglass::widgets

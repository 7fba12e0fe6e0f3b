// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;

namespace sandglass::widgets {

/// `text`, with a leading apostrophe if a spreadsheet would treat it as a formula: it starts with =
/// + - @, a tab or a carriage return, and is not a plain number. Pure; any thread.
QString spreadsheetSafe(const QString& text);

/// One cell as in RFC 4180: quoted if it holds a comma, a quote or a line break, and made safe with
/// spreadsheetSafe(). Pure; any thread.
QString csvCell(const QString& text);

/// A whole model as CSV: the horizontal headers, then all rows, each line ended by CR LF. Writes
/// Qt::EditRole of a cell if it is a number (unrounded, with a point), otherwise `textRole`. On the
/// thread of the model.
QString csvText(const QAbstractItemModel& model, int textRole = Qt::DisplayRole);

} // namespace sandglass::widgets

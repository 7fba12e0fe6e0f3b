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

/// The title of a column in a text that leaves the window: the accessible one, if there is one. It
/// names what the window says elsewhere, such as the time zone. On the thread of the model.
QString columnTitle(const QAbstractItemModel& model, int column);

/// A whole model as CSV: the titles of the columns, then all rows, each line ended by CR LF. Writes
/// Qt::EditRole of a cell if it is a number (unrounded, with a point), otherwise `textRole`. On the
/// thread of the model.
QString csvText(const QAbstractItemModel& model, int textRole = Qt::DisplayRole);

} // namespace sandglass::widgets

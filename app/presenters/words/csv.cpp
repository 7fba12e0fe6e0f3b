// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/csv.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

QString cell(QString text)
{
    // Names come from servers, and a spreadsheet would run a cell such as "=cmd()". An apostrophe
    // in front makes it a text.
    static const QString kFormulaStarts = u"=+-@\t\r\n\0"_s;
    if (!text.isEmpty() && kFormulaStarts.contains(text.front())) {
        text.prepend(u'\'');
    }
    if (text.contains(u'"') || text.contains(u',') || text.contains(u'\n')
        || text.contains(u'\r')) {
        text.replace(u'"', u"\"\""_s);
        return u'"' + text + u'"';
    }
    return text;
}

} // namespace

// The quoting and the line ends are those of RFC 4180.
QString toCsv(const QAbstractItemModel& table, int role)
{
    QString csv;
    QStringList line;
    for (int column = 0; column < table.columnCount(); ++column) {
        line << cell(table.headerData(column, Qt::Horizontal).toString());
    }
    csv += line.join(u',') + u"\r\n"_s;
    for (int row = 0; row < table.rowCount(); ++row) {
        line.clear();
        for (int column = 0; column < table.columnCount(); ++column) {
            line << cell(table.index(row, column).data(role).toString());
        }
        csv += line.join(u',') + u"\r\n"_s;
    }
    return csv;
}

} // namespace sandglass::presenters

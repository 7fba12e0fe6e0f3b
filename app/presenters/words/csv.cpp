// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/csv.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

QString cell(QString text)
{
    // names come from servers: "=cmd()" must stay a text
    static const QString kFormulaStarts = u"=+-@\t\r"_s;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/csv_text.h"

#include <QAbstractItemModel>
#include <QLocale>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::widgets {

namespace {

// Numbers may start with a sign without being formulas.
bool isNumber(const QString& text)
{
    bool ok = false;
    QLocale::c().toDouble(text, &ok);
    return ok && text == text.trimmed();
}

bool isFormula(const QString& text)
{
    static const QString kStarts = u"=+-@\t\r\n\0"_s;
    return !text.isEmpty() && kStarts.contains(text.front()) && !isNumber(text);
}

QString numberOrText(const QModelIndex& index, int textRole)
{
    const QVariant value = index.data(Qt::EditRole);
    switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
        // QVariant writes integers without grouping, in any locale
        return value.toString();
    case QMetaType::Double:
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    default:
        return index.data(textRole).toString();
    }
}

} // namespace

QString spreadsheetSafe(const QString& text)
{
    return isFormula(text) ? u'\'' + text : text;
}

QString csvCell(const QString& text)
{
    QString cell = spreadsheetSafe(text);
    static const QString kSpecial = QStringLiteral(",\"\r\n");
    const bool quoted = std::any_of(cell.cbegin(), cell.cend(),
                                    [](QChar unit) { return kSpecial.contains(unit); });
    if (!quoted) {
        return cell;
    }
    cell.replace(u'"', QStringLiteral("\"\""));
    return u'"' + cell + u'"';
}

QString columnTitle(const QAbstractItemModel& model, int column)
{
    const QString spoken
        = model.headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString();
    return spoken.isEmpty() ? model.headerData(column, Qt::Horizontal).toString() : spoken;
}

QString csvText(const QAbstractItemModel& model, int textRole)
{
    QString csv;
    const auto addLine
        = [&csv](const QStringList& cells) { csv += cells.join(u',') + QStringLiteral("\r\n"); };
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        cells += csvCell(columnTitle(model, column));
    }
    addLine(cells);
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column) {
            cells += csvCell(numberOrText(model.index(row, column), textRole));
        }
        addLine(cells);
    }
    return csv;
}

} // namespace sandglass::widgets

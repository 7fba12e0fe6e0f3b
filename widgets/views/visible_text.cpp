// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/visible_text.h"

#include <QChar>
#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace sandglass::widgets {

namespace {

bool isHidden(char32_t point)
{
    switch (QChar::category(point)) {
    case QChar::Other_Control:
    case QChar::Other_Format: // zero width, bidirectional, soft hyphen, tags
    case QChar::Other_Surrogate: // half of a pair
    case QChar::Other_NotAssigned:
    case QChar::Other_PrivateUse:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        break;
    }
    // letters and marks that most fonts draw as nothing: joiners, fillers, variation selectors
    // U+034F joiner, U+115F to U+FFA0 Hangul fillers, U+FE00 and U+E0100 variation selectors
    return point == 0x034F || point == 0x115F || point == 0x1160 || point == 0x3164
        || point == 0xFFA0 || (point >= 0xFE00 && point <= 0xFE0F)
        || (point >= 0xE0100 && point <= 0xE01EF);
}

// A selector of the emoji or text form is part of the symbol before it, as in U+2764 U+FE0F.
bool belongsTo(char32_t point, char32_t before)
{
    if (point != 0xFE0E && point != 0xFE0F) {
        return false;
    }
    const QChar::Category category = QChar::category(before);
    return category == QChar::Symbol_Other || category == QChar::Symbol_Math;
}

QString mark(char32_t point)
{
    if (point == U'\n') {
        return QStringLiteral("\u21B5");
    }
    if (point == U'\t') {
        return QStringLiteral("\u21E5");
    }
    const QString digits
        = QString::number(static_cast<uint>(point), 16).toUpper().rightJustified(4, u'0');
    return QStringLiteral("\u2039U+%1\u203A").arg(digits);
}

struct VisibleText
{
    Q_DECLARE_TR_FUNCTIONS(VisibleText)
};

// Laying out megabytes takes seconds. What is left out is in the middle: a name may stand anywhere
// in a sentence.
QString shortened(const QString& text)
{
    if (text.size() <= kMostShown) {
        return text;
    }
    constexpr qsizetype kStart = kMostShown / 2;
    constexpr qsizetype kEnd = kMostShown / 4;
    qsizetype start = kStart;
    if (text.at(start - 1).isHighSurrogate()) {
        --start;
    }
    qsizetype end = kEnd;
    if (text.at(text.size() - end).isLowSurrogate()) {
        --end;
    }
    //: stands in the place of the middle of a text that is too long to be shown; %1: a number
    return text.first(start)
        + VisibleText::tr("… (%1 characters in all) …").arg(QLocale().toString(text.size()))
        + text.last(end);
}

// Hidden characters as marks.
QString marked(const QString& text)
{
    QString shown;
    shown.reserve(text.size());
    char32_t before = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar unit = text.at(i);
        // a lone surrogate is shown as a mark
        const bool pair
            = unit.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        const char32_t point
            = pair ? QChar::surrogateToUcs4(unit, text.at(i + 1)) : char32_t{unit.unicode()};
        if (isHidden(point) && !belongsTo(point, before)) {
            shown += mark(point);
        } else {
            shown += text.mid(i, pair ? 2 : 1);
        }
        i += pair ? 1 : 0;
        before = point;
    }
    return shown;
}

} // namespace

QString visibleText(const QString& text)
{
    return marked(shortened(text));
}

QString visibleParagraphs(const QString& text)
{
    QStringList lines = shortened(text).split(u'\n');
    for (QString& line : lines) {
        line = marked(line);
    }
    return lines.join(u'\n');
}

QString meantName(const QString& typed, const QString& name)
{
    return typed == visibleText(name) ? name : typed;
}

QString toolTipText(const QString& text)
{
    if (text.isEmpty()) {
        return {};
    }
    const QString html = text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
    return QStringLiteral("<span>%1</span>").arg(html);
}

} // namespace sandglass::widgets

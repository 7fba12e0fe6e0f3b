// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/mark_layers.h"

namespace sandglass::widgets {

namespace {

QColor faint(ColorRole role, int alpha)
{
    QColor shade = color(role);
    shade.setAlpha(alpha);
    return shade;
}

} // namespace

void MarksElement::draw(QCPPainter* painter)
{
    if (scene().dimmed) {
        painter->fillRect(parentPlot()->viewport(), faint(ColorRole::Base, 150));
    }
    drawSelection(painter);
    drawCurrent(painter);
}

void MarksElement::drawSelection(QCPPainter* painter) const
{
    if (!scene().selection) {
        return;
    }
    // the selection may be partly outside the visible span
    const QRect field = parts().time->rect();
    const int left = geometry().timePixel(scene().selection->fromMs);
    const int right = geometry().timePixel(scene().selection->toMs);
    const QRect band = QRect(left, field.top(), right - left, field.height()).intersected(field);
    if (band.isEmpty()) {
        return;
    }
    painter->fillRect(band, faint(ColorRole::Accent, 50));
    painter->setPen(QPen(color(ColorRole::Accent), em(0.1)));
    painter->drawLine(band.topLeft(), band.bottomLeft());
    painter->drawLine(band.topRight(), band.bottomRight());
}

void MarksElement::drawCurrent(QCPPainter* painter) const
{
    if (scene().current < 0 || scene().current >= scene().rows.size()) {
        return;
    }
    const ChartRow& row = scene().rows.at(scene().current);
    const QRect column = geometry().columnOf(row);
    if (column.isNull()) {
        return;
    }
    painter->fillRect(column, faint(ColorRole::Accent, 36));
    const int pen = em(0.14);
    // a border in the background colour makes the frame visible on bars of every colour
    const QRect frame = geometry().barOf(row).adjusted(-pen, -pen, pen - 1, 0);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(color(ColorRole::Base), pen * 2 + 1));
    painter->drawRect(frame);
    painter->setPen(QPen(color(ColorRole::Text), pen));
    painter->drawRect(frame);
}

void NowElement::draw(QCPPainter* painter)
{
    const QRect field = parts().time->rect();
    const int x = geometry().timePixel(scene().nowMs);
    // also outside a zoomed view
    if (scene().nowMs == 0 || x < field.left() || x > field.right()) {
        return;
    }
    //: the mark of the present moment on the time axis
    const QString text = tr("now");
    const QFontMetrics metrics(painter->font());
    QRect label(0, 0, metrics.horizontalAdvance(text) + em(0.7), metrics.height());
    label.moveBottomLeft({x - label.width() / 2, field.top() - 1});
    painter->setPen(QPen(color(ColorRole::Text), em(0.1), Qt::DashLine));
    painter->drawLine(QPoint(x, field.top()), QPoint(x, field.bottom()));
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color(ColorRole::Text));
    painter->drawRoundedRect(label, em(0.25), em(0.25));
    painter->setPen(color(ColorRole::Base));
    painter->drawText(label, Qt::AlignCenter | Qt::TextSingleLine, text);
}

} // namespace sandglass::widgets

#include "moc_mark_layers.cpp"

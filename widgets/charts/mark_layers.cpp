// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/mark_layers.h"

#include <algorithm>

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
        painter->fillRect(parentPlot()->viewport(),
                          faint(ColorRole::Base, static_cast<int>(255 * (1 - fadedOpacity(0.41)))));
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
    if (scene().model.series.size() > 1) {
        drawMembers(painter, row);
    }
}

void MarksElement::drawMembers(QCPPainter* painter, const ChartRow& row) const
{
    const auto& series = scene().model.series;
    const QFontMetrics metrics(painter->font());
    QStringList names; // highest first, as in the picture
    QVector<ColorRole> roles;
    int width = 0;
    for (qsizetype i = std::min(series.size(), row.values.size()) - 1; i >= 0; --i) {
        if (row.values.at(i) > 0) {
            names += tr("%1 %2", "short count, member")
                         .arg(markedLabel(scene(), row.values.at(i), row.exact),
                              metrics.elidedText(series.at(i).name, Qt::ElideLeft, em(18)));
            roles += series.at(i).role;
            width = std::max(width, metrics.horizontalAdvance(names.last()));
        }
    }
    const QRect plot = parentPlot()->viewport();
    const int side = em(0.75);
    const int margin = em(0.4);
    QRect box(0, 0, width + side + 3 * margin,
              static_cast<int>(names.size()) * metrics.height() + 2 * margin);
    const QRect column = geometry().columnOf(row);
    // upwards as far as needed, so that also a low chart names as many as possible
    const int lowest = std::max(plot.bottom() - box.height(), plot.top());
    box.moveTopLeft({column.right() + margin, std::min(column.top(), lowest)});
    // to the right of the bar, or to its left near the right edge
    if (box.right() > plot.right()) {
        box.moveRight(column.left() - margin);
    }
    if (names.isEmpty() || box.left() < plot.left()) {
        return;
    }
    painter->setPen(QPen(color(ColorRole::Frame), 1));
    painter->setBrush(color(ColorRole::Raised));
    painter->drawRect(box.intersected(plot));
    painter->setBrush(Qt::NoBrush);
    int y = box.top() + margin;
    for (qsizetype i = 0; i < names.size() && y + metrics.height() <= plot.bottom(); ++i) {
        fillPatterned(painter,
                      QRect(box.left() + margin, y + (metrics.height() - side) / 2, side, side),
                      roles.at(i), Qt::SolidPattern);
        painter->setPen(color(ColorRole::Text));
        painter->drawText(box.left() + 2 * margin + side, y + metrics.ascent(), names.at(i));
        y += metrics.height();
    }
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

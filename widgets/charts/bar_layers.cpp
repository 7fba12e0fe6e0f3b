// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_layers.h"

#include "widgets/charts/zone_ladder.h"
#include "widgets/style/appearance.h"
#include "widgets/style/metrics.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace sandglass::widgets {

SceneElement::SceneElement(QCustomPlot* plot, const QString& layerName, const ChartScene& scene,
                           const PlotParts& parts, const BarGeometry& geometry)
    : QCPLayerable(plot, layerName)
    , m_scene(scene)
    , m_parts(parts)
    , m_geometry(geometry)
{
}

void SceneElement::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

int SceneElement::em(double ems) const
{
    return emPixels(parentPlot(), ems);
}

void fillPatterned(QCPPainter* painter, const QRect& area, ColorRole role, Qt::BrushStyle pattern)
{
    painter->fillRect(area, color(role));
    for (const Qt::BrushStyle each : {rolePattern(role), pattern}) {
        if (each != Qt::SolidPattern) {
            painter->fillRect(area, QBrush(color(ColorRole::Base), each));
        }
    }
}

Qt::BrushStyle reasonPattern(int index)
{
    static constexpr std::array kPatterns{Qt::SolidPattern,     Qt::BDiagPattern, Qt::HorPattern,
                                          Qt::DiagCrossPattern, Qt::VerPattern,   Qt::FDiagPattern};
    return kPatterns.at(static_cast<std::size_t>(index) % kPatterns.size());
}

void BarsElement::draw(QCPPainter* painter)
{
    painter->setPen(Qt::NoPen);
    drawDeletions(painter);
    for (const ChartRow& row : scene().rows) {
        if (row.kind == BarKind::Never) {
            drawNever(painter, row);
        } else if (row.kind != BarKind::Deleted) {
            drawStack(painter, row);
        }
    }
    for (const auto kind : {BarKind::Overdue, BarKind::Later, BarKind::Never}) {
        drawSideCount(painter, kind);
    }
    drawReasonNames(painter);
}

void BarsElement::drawDeletions(QCPPainter* painter) const
{
    if (!parts().past->visible()) {
        return;
    }
    double largestCut = 0;
    for (const ChartRow& row : scene().rows) {
        if (row.kind != BarKind::Deleted) {
            break; // they come first
        }
        const QRect bar = geometry().barOf(row);
        fillPatterned(painter, bar, ColorRole::Deleted, Qt::SolidPattern);
        if (geometry().isCut(row.count)) {
            drawCut(painter, bar);
            largestCut = std::max(largestCut, row.count);
        }
    }
    if (largestCut > 0) {
        const QRect field = parts().past->rect().translated(0, -em(1.3));
        painter->setPen(color(ColorRole::MutedText));
        //: the largest of the green bars, which is higher than the axis; %1 is a short number
        painter->drawText(field, Qt::AlignTop | Qt::AlignHCenter | Qt::TextSingleLine,
                          tr("max %1").arg(shortLabel(scene(), largestCut)));
        painter->setPen(Qt::NoPen);
    }
}

ColorRole BarsElement::memberRole(const ChartRow& row, int index) const
{
    if (row.kind == BarKind::Overdue) {
        return ColorRole::Overdue;
    }
    const auto& series = scene().model.series;
    const ColorRole role = index < series.size() ? series.at(index).role : ColorRole::Scheduled;
    // only the plain chart has a colour of its own for samples
    const bool plain = series.size() < 2 && role == ColorRole::Scheduled;
    return plain && !row.exact ? ColorRole::Sampled : role;
}

void BarsElement::drawStack(QCPPainter* painter, const ChartRow& row) const
{
    const QRect bar = geometry().barOf(row);
    if (row.count <= 0 || bar.isNull()) {
        return;
    }
    const QCPAxisRect* field = geometry().fieldOf(row);
    const Qt::BrushStyle pattern = row.exact ? Qt::SolidPattern : Qt::BDiagPattern;
    // forecast bars define the scale, so they are never cut
    const bool cut = row.kind != BarKind::Forecast && geometry().isCut(row.count);
    const double scale = cut ? bar.height() / row.count : 0;
    if (isDrawnWhole(scene())) {
        const bool overdue = row.kind == BarKind::Overdue;
        fillPatterned(painter, bar, overdue ? ColorRole::Overdue : ColorRole::Scheduled, pattern);
        if (cut) {
            drawCut(painter, bar);
        }
        return;
    }
    double sum = 0;
    int bottom = bar.bottom();
    for (int i = 0; i < row.values.size(); ++i) {
        sum += row.values.at(i);
        const int top = cut ? bar.bottom() + 1 - static_cast<int>(std::lround(sum * scale))
                            : geometry().valuePixel(sum, field);
        if (row.values.at(i) > 0 && top <= bottom) {
            const QRect part(QPoint(bar.left(), top), QPoint(bar.right(), bottom));
            fillPatterned(painter, part, memberRole(row, i), pattern);
            if (Appearance::instance().isHighContrast() && part.bottom() < bar.bottom()) {
                // members of one colour are told apart by a line and their patterns
                painter->fillRect(part.left(), part.bottom(), part.width(), 1,
                                  color(ColorRole::Base));
            }
            bottom = top - 1;
        }
    }
    if (cut) {
        drawCut(painter, bar);
    }
}

void BarsElement::drawNever(QCPPainter* painter, const ChartRow& row) const
{
    const QRect part = geometry().barOf(row);
    if (row.count <= 0 || part.height() <= 0) {
        return;
    }
    fillPatterned(painter, part, ColorRole::Never, reasonPattern(row.index));
    // a line between two reasons, for those who cannot tell the patterns apart
    if (row.index > 0) {
        painter->fillRect(part.left(), part.bottom(), part.width(), 1, color(ColorRole::Base));
    }
    double all = 0;
    for (const Reason& reason : scene().model.never) {
        all += reason.count;
    }
    if (row.index == scene().model.never.size() - 1 && geometry().isCut(all)) {
        QRect bar = part;
        bar.setBottom(parts().tail->bottom());
        drawCut(painter, bar);
    }
}

void BarsElement::drawCut(QCPPainter* painter, const QRect& bar) const
{
    // the slanted gap near the top shows that the bar continues
    const int y = bar.top() + bar.height() / 6;
    const int slant = bar.width() / 5;
    const int gap = em(0.28);
    const QPoint left(bar.left(), y + slant);
    const QPoint right(bar.right() + 1, y - slant);
    painter->setBrush(color(ColorRole::Base));
    painter->drawPolygon(QPolygon({left, right, right + QPoint(0, gap), left + QPoint(0, gap)}));
    painter->setBrush(Qt::NoBrush);
}

void BarsElement::drawSideCount(QCPPainter* painter, BarKind kind) const
{
    double count = 0;
    bool exact = true;
    int top = parts().time->bottom();
    QRect column;
    for (const ChartRow& row : scene().rows) {
        if (row.kind == kind) {
            count += row.count;
            exact = exact && row.exact;
            column = geometry().columnOf(row);
            top = row.count > 0 ? std::min(top, geometry().barOf(row).top()) : top;
        }
    }
    if (column.isNull()) {
        return;
    }
    const int height = em(1.4);
    const int room = em(2);
    // of a part, none is not zero
    const QString text = scene().model.atLeast && count <= 0 ? QStringLiteral("\u2013")
                                                             : markedLabel(scene(), count, exact);
    painter->setPen(color(count > 0 ? ColorRole::Text : ColorRole::MutedText));
    painter->drawText(QRect(column.left() - room, top - height, column.width() + 2 * room, height),
                      Qt::AlignCenter | Qt::TextSingleLine, text);
    painter->setPen(Qt::NoPen);
}

void BarsElement::drawReasonNames(QCPPainter* painter) const
{
    const QCPAxisRect* tail = parts().tail;
    // room beyond the two slots means that the names fit
    const double beyond = keyAxis(tail)->range().upper;
    if (beyond <= 2.1) {
        return;
    }
    const QFontMetrics metrics(painter->font());
    const int left = static_cast<int>(keyAxis(tail)->coordToPixel(2)) - em(0.2);
    const int width = tail->right() - left;
    const int line = metrics.height();
    int lowest = tail->bottom() + 1;
    painter->setPen(color(ColorRole::MutedText));
    for (const ChartRow& row : scene().rows) {
        if (row.kind != BarKind::Never || row.count <= 0) {
            continue;
        }
        // names are drawn from the bottom upwards; each one stays above the one before
        const int centre = geometry().barOf(row).center().y();
        const int bottom = std::min(centre + line / 2, lowest);
        if (bottom - line < tail->top()) {
            break; // no room for the others either
        }
        const QString text = tr("%1 %2", "short count, reason")
                                 .arg(markedLabel(scene(), row.count, row.exact), row.name);
        painter->drawText(QRect(left, bottom - line, width, line),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          metrics.elidedText(text, Qt::ElideRight, width));
        lowest = bottom - line;
    }
    painter->setPen(Qt::NoPen);
}

void LinesElement::draw(QCPPainter* painter)
{
    painter->setBrush(Qt::NoBrush);
    drawOutline(painter);
    drawCumulative(painter);
    drawPeak(painter);
}

void LinesElement::drawCumulative(QCPPainter* painter) const
{
    if (!scene().model.cumulative || scene().model.bars.isEmpty()) {
        return;
    }
    const QCPAxis* axis = parts().time->axis(QCPAxis::atRight);
    const auto y = [axis](double sum) { return axis->coordToPixel(sum); };
    QPolygonF line;
    double sum = scene().model.overdue.count();
    line << QPointF(geometry().timePixel(scene().model.bars.first().fromMs), y(sum));
    for (const Bar& bar : scene().model.bars) {
        sum += bar.count();
        line << QPointF(geometry().timePixel(bar.toMs), y(sum));
    }
    // the line has a border in the background colour, so that it is visible on every bar
    painter->save();
    painter->setClipRect(parts().time->rect());
    painter->setAntialiasing(true);
    painter->setPen(QPen(color(ColorRole::Base), em(0.3)));
    painter->drawPolyline(line);
    painter->setPen(QPen(color(ColorRole::Cumulative), em(1) * 0.13));
    painter->drawPolyline(line);
    painter->restore();
}

void LinesElement::drawOutline(QCPPainter* painter) const
{
    if (!scene().model.outline) {
        return;
    }
    const Outline& outline = *scene().model.outline;
    QPolygon steps;
    for (const Bar& bar : outline.bars) {
        const int y = geometry().valuePixel(bar.count(), parts().time);
        steps << QPoint(geometry().timePixel(bar.fromMs), y)
              << QPoint(geometry().timePixel(bar.toMs), y);
    }
    painter->save();
    painter->setClipRect(parts().time->rect());
    painter->setPen(QPen(color(ColorRole::Base), em(0.32)));
    painter->drawPolyline(steps);
    painter->setPen(QPen(color(outline.role), em(0.16)));
    painter->drawPolyline(steps);
    painter->restore();
    if (outline.overdue) {
        drawOutlineSlot(painter, BarKind::Overdue, *outline.overdue);
    }
    if (outline.later) {
        drawOutlineSlot(painter, BarKind::Later, *outline.later);
    }
}

void LinesElement::drawOutlineSlot(QCPPainter* painter, BarKind kind, double count) const
{
    ChartRow row;
    row.kind = kind;
    row.count = count;
    painter->setPen(QPen(color(scene().model.outline->role), em(0.16)));
    painter->drawRect(geometry().barOf(row).adjusted(-1, 0, 0, 0));
}

QString LinesElement::peakText(const ChartRow& row) const
{
    constexpr qint64 kDayMs = 86'400'000;
    const qint64 length = row.toMs - row.fromMs;
    // a bar of a day may be an hour shorter when clocks change
    const bool byDay = length >= kDayMs * 9 / 10;
    const bool bySecond = length < 60'000;
    QString time = tickText(row.fromMs,
                            byDay          ? ZoneStep{StepUnit::Day, 1}
                                : bySecond ? ZoneStep{StepUnit::Second, 1}
                                           : ZoneStep{StepUnit::Second, 60},
                            scene().zone, scene().locale);
    if (byDay && scene().visible.lengthMs() > 365 * kDayMs) {
        //: a day of the largest bar on an axis of years, in QLocale's format letters
        time = scene().locale.toString(
            QDateTime::fromMSecsSinceEpoch(row.fromMs, scene().zone).date(), tr("d MMM yyyy"));
    }
    // the edge at the left is no part of the day
    if (!byDay && scene().visible.lengthMs() > kDayMs + kDayMs / 20) {
        // a time alone would not say which day; at midnight it is the day already
        const QString day = tickText(QDateTime::fromMSecsSinceEpoch(row.fromMs, scene().zone)
                                         .date()
                                         .startOfDay(scene().zone)
                                         .toMSecsSinceEpoch(),
                                     ZoneStep{StepUnit::Day, 1}, scene().zone, scene().locale);
        //: day and time of the largest bar: "22 Nov, 06:00"
        time = time == day ? day : tr("%1, %2", "day, time").arg(day, time);
    }
    //: mark on the largest bar: short count, time
    return tr("peak %1 \u00b7 %2").arg(markedLabel(scene(), row.count, row.exact), time);
}

void LinesElement::drawPeak(QCPPainter* painter) const
{
    const int peak = peakRow(scene());
    if (peak < 0) {
        return;
    }
    const ChartRow& row = scene().rows.at(peak);
    const QRect bar = geometry().barOf(row);
    const QRect field = parts().time->rect();
    const int side = em(0.32);
    const QPoint tip(bar.center().x(), bar.top() - em(0.2));
    const QString text = peakText(row);
    const QFontMetrics metrics(painter->font());
    QRect label(0, 0, metrics.horizontalAdvance(text) + em(0.6), metrics.height());
    label.moveCenter({tip.x(), tip.y() - side - metrics.height() / 2 - 1});
    // the label stays inside the field even if the bar is at its edge
    label.moveLeft(std::clamp(label.left(), field.left(),
                              std::max(field.left(), field.right() - label.width())));
    const int now = geometry().timePixel(scene().nowMs);
    // the line of now is drawn over it later
    if (label.left() < now + em(0.2) && now < label.right()) {
        const bool fits = now + em(0.2) + label.width() <= field.right();
        label.moveLeft(fits ? now + em(0.2) : now - em(0.2) - label.width());
    }

    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color(ColorRole::Text));
    painter->drawPolygon(QPolygon({tip, tip + QPoint(-side, -side), tip + QPoint(side, -side)}));
    painter->setAntialiasing(false);
    // in a chart without room for it the label would be over another one
    if (label.top() < field.top() || label.width() > field.width()) {
        return;
    }
    painter->fillRect(label, color(ColorRole::Base));
    painter->setPen(color(ColorRole::Text));
    painter->drawText(label, Qt::AlignCenter | Qt::TextSingleLine, text);
}

} // namespace sandglass::widgets

#include "moc_bar_layers.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/legend_element.h"

#include "widgets/charts/bar_layers.h"
#include "widgets/style/metrics.h"

#include <algorithm>

namespace sandglass::widgets {

namespace {

constexpr double kMostNameEms = 14; // longest name before it is shortened

bool anySampled(const ChartModel& model)
{
    return !model.overdue.exact || !model.later.exact
        || std::any_of(model.bars.cbegin(), model.bars.cend(),
                       [](const Bar& bar) { return !bar.exact; });
}

} // namespace

LegendElement::LegendElement(QCustomPlot* plot, const ChartScene& scene)
    : QCPLayoutElement(plot)
    , m_scene(scene)
{
}

QVector<LegendElement::Entry> LegendElement::entries() const
{
    const ChartModel& model = m_scene.model;
    const bool sampled = anySampled(model);
    QVector<Entry> entries;
    if (!model.deletions.isEmpty()) {
        entries += {tr("Deleted"), ColorRole::Deleted, Sample::Solid};
    }
    if (model.series.size() < 2) {
        const QString name = model.series.isEmpty() ? QString() : model.series.first().name;
        const ColorRole role
            = model.series.isEmpty() ? ColorRole::Scheduled : model.series.first().role;
        // only the plain series has a colour of its own for samples
        const bool hatched = sampled && role == ColorRole::Scheduled;
        entries += {name.isEmpty() ? tr("Scheduled") : name, hatched ? ColorRole::Sampled : role,
                    sampled ? Sample::Hatched : Sample::Solid};
    }
    for (const Series& series : model.series.size() < 2 ? QVector<Series>() : model.series) {
        entries += {series.name, series.role, sampled ? Sample::Hatched : Sample::Solid};
    }
    if (sampled) {
        entries += {tr("hatched: from a sample"), ColorRole::MutedText, Sample::Hatched, false};
    }
    if (model.outline) {
        entries += {model.outline->name, model.outline->role, Sample::Outline};
    }
    if (model.cumulative && !model.bars.isEmpty()) {
        entries += {tr("Cumulative (right axis)"), ColorRole::Cumulative, Sample::Line};
    }
    return entries;
}

void LegendElement::drawSample(QCPPainter* painter, const QRect& box, const Entry& entry) const
{
    const int pen = emPixels(parentPlot(), 0.15);
    switch (entry.sample) {
    case Sample::Solid:
        fillPatterned(painter, box, color(entry.role), Qt::SolidPattern);
        break;
    case Sample::Hatched:
        fillPatterned(painter, box, color(entry.role), Qt::BDiagPattern);
        break;
    case Sample::Line:
        painter->fillRect(box.left(), box.center().y() - pen / 2, box.width(), pen,
                          color(entry.role));
        break;
    case Sample::Outline:
        painter->setPen(QPen(color(entry.role), pen));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(box.adjusted(pen / 2, pen / 2, -pen + pen / 2, -pen + pen / 2));
        break;
    }
}

int LegendElement::lineHeight() const
{
    return emPixels(parentPlot(), 1.4);
}

int LegendElement::heightFor(int plotWidth) const
{
    // places() does not depend on the height
    const int width = plotWidth - margins().left() - margins().right();
    const auto all = places({0, 0, width, lineHeight()});
    const int lines = all.isEmpty() ? 1 : all.last().text.top() / lineHeight() + 1;
    return lines * lineHeight();
}

QVector<LegendElement::Place> LegendElement::places(const QRect& room) const
{
    const QFontMetrics metrics(parentPlot()->font());
    const int side = emPixels(parentPlot(), 0.75);
    const int gap = emPixels(parentPlot(), 0.4);
    const int most = emPixels(parentPlot(), kMostNameEms);
    QVector<Place> places;
    QPoint at = room.topLeft();
    const auto all = entries();
    for (Entry entry : all) {
        if (entry.shortened) {
            entry.text = metrics.elidedText(entry.text, Qt::ElideMiddle, most);
        }
        const int textWidth = metrics.horizontalAdvance(entry.text) + 1;
        // the first entry of a line is always placed
        if (at.x() > room.left() && at.x() + side + gap + textWidth > room.right()) {
            at = {room.left(), at.y() + lineHeight()};
        }
        QRect sample(at.x(), at.y(), side, side);
        sample.moveTop(at.y() + (lineHeight() - side) / 2);
        const QRect text(at.x() + side + gap, at.y(), textWidth, lineHeight());
        places += Place{entry, sample, text};
        at.rx() = text.right() + 3 * gap;
    }
    return places;
}

void LegendElement::draw(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    painter->setAntialiasing(false);
    const auto all = places(rect());
    for (const Place& place : all) {
        painter->setPen(color(ColorRole::MutedText));
        painter->drawText(place.text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          place.entry.text);
        drawSample(painter, place.sample, place.entry);
    }
}

} // namespace sandglass::widgets

#include "moc_legend_element.cpp"

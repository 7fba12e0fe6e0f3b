// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/legend_element.h"

#include "widgets/charts/bar_layers.h"
#include "widgets/style/metrics.h"

#include <algorithm>
#include <numeric>

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

QVector<LegendElement::Entry> LegendElement::barEntries(bool sampled) const
{
    const ChartModel& model = m_scene.model;
    const Sample sample = sampled ? Sample::Hatched : Sample::Solid;
    QVector<Entry> entries;
    if (model.series.size() < 2) {
        const Series only = model.series.isEmpty() ? Series() : model.series.first();
        const ColorRole role = model.series.isEmpty() ? ColorRole::Scheduled : only.role;
        // only the plain series has a colour of its own for samples
        const bool hatched = sampled && role == ColorRole::Scheduled;
        entries += {only.name.isEmpty() ? tr("Scheduled") : only.name,
                    hatched ? ColorRole::Sampled : role, sample, true};
    }
    if (isDrawnWhole(m_scene)) {
        entries += {tr("All together (no stack on a log scale)"), ColorRole::Scheduled, sample};
    } else if (model.series.size() >= 2) {
        for (const Series& series : model.series) {
            entries += {series.name, series.role, sample, true};
        }
    }
    return entries;
}

QVector<LegendElement::Entry> LegendElement::entries() const
{
    const ChartModel& model = m_scene.model;
    const bool sampled = anySampled(model);
    QVector<Entry> entries;
    if (!model.deletions.isEmpty()) {
        entries += {tr("Deleted"), ColorRole::Deleted, Sample::Solid};
    }
    entries += barEntries(sampled);
    if (sampled) {
        entries += {tr("hatched: from a sample"), ColorRole::MutedText, Sample::Hatched};
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
        fillPatterned(painter, box, entry.role, Qt::SolidPattern);
        break;
    case Sample::Hatched:
        fillPatterned(painter, box, entry.role, Qt::BDiagPattern);
        break;
    case Sample::None:
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

LegendElement::Entry LegendElement::shortened(Entry entry) const
{
    const QFontMetrics metrics(parentPlot()->font());
    if (entry.member) {
        // what tells names apart is at their end
        entry.text
            = metrics.elidedText(entry.text, Qt::ElideLeft, emPixels(parentPlot(), kMostNameEms));
    }
    return entry;
}

int LegendElement::widthOf(const Entry& entry) const
{
    const int side = emPixels(parentPlot(), 0.75);
    const int gap = emPixels(parentPlot(), 0.4);
    return side + gap + QFontMetrics(parentPlot()->font()).horizontalAdvance(entry.text) + 1
        + 3 * gap;
}

qsizetype LegendElement::membersWithin(int width) const
{
    int left = width;
    QVector<int> members;
    for (const Entry& entry : entries()) {
        const int wanted = widthOf(shortened(entry));
        if (entry.member) {
            members += wanted;
        } else {
            left -= wanted;
        }
    }
    if (std::accumulate(members.cbegin(), members.cend(), 0) <= left) {
        return members.size();
    }
    left -= QFontMetrics(parentPlot()->font()).horizontalAdvance(QStringLiteral("+999"))
        + 3 * emPixels(parentPlot(), 0.4);
    qsizetype count = 0;
    while (count < members.size() && members.at(count) <= left) {
        left -= members.at(count);
        ++count;
    }
    return count;
}

QString LegendElement::hiddenEntries() const
{
    QStringList names;
    qsizetype room = membersWithin(rect().width());
    for (const Entry& entry : entries()) {
        if (entry.member && --room < 0) {
            names += entry.text;
        }
    }
    return names.join(u'\n');
}

QVector<LegendElement::Place> LegendElement::places(const QRect& room) const
{
    const QFontMetrics metrics(parentPlot()->font());
    const int side = emPixels(parentPlot(), 0.75);
    const int gap = emPixels(parentPlot(), 0.4);
    const qsizetype shown = membersWithin(room.width());
    QVector<Place> places;
    qsizetype members = 0;
    int x = room.left();
    const auto place = [&](const Entry& entry) {
        // what does not fit is left out: half a word beyond the edge says nothing
        if (x > room.left() && x + widthOf(entry) - 3 * gap > room.right() + 1) {
            return;
        }
        const QRect sample(x, room.top() + (lineHeight() - side) / 2, side, side);
        const int textLeft = entry.sample == Sample::None ? x : x + side + gap;
        const QRect text(textLeft, room.top(), metrics.horizontalAdvance(entry.text) + 1,
                         lineHeight());
        places += Place{entry, sample, text};
        x = text.right() + 3 * gap;
    };
    const auto all = entries();
    const auto total
        = std::count_if(all.cbegin(), all.cend(), [](const Entry& entry) { return entry.member; });
    for (const Entry& entry : all) {
        members += entry.member ? 1 : 0;
        if (!entry.member || members <= shown) {
            place(shortened(entry));
        } else if (members == shown + 1) {
            //: in a legend: so many entries that have no room
            place({tr("+%1").arg(total - shown), ColorRole::MutedText, Sample::None});
        }
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

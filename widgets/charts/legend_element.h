// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_scene.h"

#include <qcustomplot.h>

namespace sandglass::widgets {

/// The legend of colours, patterns and lines, in one line above the fields. Members of the stack
/// that have no room are counted at the end, "+5". Part of every exported picture.
class LegendElement : public QCPLayoutElement
{
    Q_OBJECT

public:
    LegendElement(QCustomPlot* plot, const ChartScene& scene);

    /// Height of its line in pixels.
    int lineHeight() const;

    /// The names of the members that had no room when it was drawn last, one per line.
    QString hiddenEntries() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    /// How a sample is drawn.
    enum class Sample { None, Solid, Hatched, Line, Outline };
    /// One entry.
    struct Entry
    {
        QString text;
        ColorRole role;
        Sample sample;
        bool member = false; ///< of the stack: may be shortened, or left out
    };

    /// An entry with its position.
    struct Place
    {
        Entry entry;
        QRect sample;
        QRect text;
    };

    /// The entries for the current scene.
    QVector<Entry> entries() const;
    /// Those of the bars. `sampled`: some are estimates.
    QVector<Entry> barEntries(bool sampled) const;
    /// An entry with its text as long as it is drawn.
    Entry shortened(Entry entry) const;
    /// The pixels that an entry takes, with the gap behind it.
    int widthOf(const Entry& entry) const;
    /// How many members have room in `width` pixels beside the other entries.
    qsizetype membersWithin(int width) const;
    /// The entries laid out within `room`.
    QVector<Place> places(const QRect& room) const;
    /// Draws the sample of an entry.
    void drawSample(QCPPainter* painter, const QRect& box, const Entry& entry) const;

    const ChartScene& m_scene;
};

} // namespace sandglass::widgets

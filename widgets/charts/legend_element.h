// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_scene.h"

#include <qcustomplot.h>

namespace sandglass::widgets {

/// The legend of colours, patterns and lines, in lines above the fields. Part of every exported
/// picture.
class LegendElement : public QCPLayoutElement
{
    Q_OBJECT

public:
    LegendElement(QCustomPlot* plot, const ChartScene& scene);

    /// The height that the entries need in a plot of that width, in pixels.
    int heightFor(int plotWidth) const;

protected:
    void draw(QCPPainter* painter) override;

private:
    /// How a sample is drawn.
    enum class Sample { Solid, Hatched, Line, Outline };
    /// One entry.
    struct Entry
    {
        QString text;
        ColorRole role;
        Sample sample;
        bool shortened = true; ///< names may be shortened, remarks may not
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
    /// The entries laid out in lines within `room`.
    QVector<Place> places(const QRect& room) const;
    /// Height of one line in pixels.
    int lineHeight() const;
    /// Draws the sample of an entry.
    void drawSample(QCPPainter* painter, const QRect& box, const Entry& entry) const;

    const ChartScene& m_scene;
};

} // namespace sandglass::widgets

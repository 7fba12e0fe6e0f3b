// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_scene.h"

#include <qcustomplot.h>

namespace sandglass::widgets {

/// What the colours, patterns and lines mean, in one line above the fields; part of every exported
/// picture.
class LegendElement : public QCPLayoutElement
{
    Q_OBJECT

public:
    LegendElement(QCustomPlot* plot, const ChartScene& scene);

    /// The height in pixels that the entries need in a plot of this width.
    int heightFor(int plotWidth) const;

protected:
    void draw(QCPPainter* painter) override;

private:
    enum class Sample { Solid, Hatched, Line, Outline };
    struct Entry
    {
        QString text;
        ColorRole role;
        Sample sample;
        bool shortened = true; ///< names may be shortened, remarks not
    };

    struct Place
    {
        Entry entry;
        QRect sample;
        QRect text;
    };

    QVector<Entry> entries() const;
    QVector<Place> places(const QRect& room) const;
    int lineHeight() const;
    void drawSample(QCPPainter* painter, const QRect& box, const Entry& entry) const;

    const ChartScene& m_scene;
};

} // namespace sandglass::widgets

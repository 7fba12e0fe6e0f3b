// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_geometry.h"

#include <qcustomplot.h>

namespace sandglass::widgets {

/// A part of the chart that paints itself from the scene. Owned by the plot.
class SceneElement : public QCPLayerable
{
    Q_OBJECT

public:
    SceneElement(QCustomPlot* plot, const QString& layerName, const ChartScene& scene,
                 const PlotParts& parts, const BarGeometry& geometry);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

    const ChartScene& scene() const { return m_scene; }
    const PlotParts& parts() const { return m_parts; }
    const BarGeometry& geometry() const { return m_geometry; }

    /// `ems` of the plot's font in pixels.
    int em(double ems) const;

private:
    const ChartScene& m_scene;
    const PlotParts& m_parts;
    const BarGeometry& m_geometry;
};

/// All bars, as opaque rectangles without pen or antialiasing: translucent or antialiased ones cost
/// thirty times as much.
class BarsElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawDeletions(QCPPainter* painter) const;
    void drawStack(QCPPainter* painter, const ChartRow& row) const;
    void drawNever(QCPPainter* painter, const ChartRow& row) const;
    void drawReasonNames(QCPPainter* painter) const;
    void drawSideCount(QCPPainter* painter, BarKind kind) const;
    void drawCut(QCPPainter* painter, const QRect& bar) const;
    QColor seriesColor(const ChartRow& row, int index) const;
};

/// The running sum, the outline of another state, and the mark on the largest bar.
class LinesElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawCumulative(QCPPainter* painter) const;
    void drawOutline(QCPPainter* painter) const;
    void drawOutlineSlot(QCPPainter* painter, BarKind kind, double count) const;
    void drawPeak(QCPPainter* painter) const;
};

/// Fills a rectangle so that the colour is not needed to know it: `pattern` is drawn over it in the
/// background colour.
void fillPatterned(QCPPainter* painter, const QRect& area, const QColor& fill,
                   Qt::BrushStyle pattern);

/// The pattern of the reason `index` of Never; solid for the first.
Qt::BrushStyle reasonPattern(int index);

} // namespace sandglass::widgets

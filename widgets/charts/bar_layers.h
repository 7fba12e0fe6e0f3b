// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_geometry.h"

#include <qcustomplot.h>

namespace sandglass::widgets {

/// A part of the chart that paints itself from the scene. The plot owns it.
class SceneElement : public QCPLayerable
{
    Q_OBJECT

public:
    SceneElement(QCustomPlot* plot, const QString& layerName, const ChartScene& scene,
                 const PlotParts& parts, const BarGeometry& geometry);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

    /// What to draw.
    const ChartScene& scene() const { return m_scene; }
    /// The fields of the plot.
    const PlotParts& parts() const { return m_parts; }
    /// Where to draw it.
    const BarGeometry& geometry() const { return m_geometry; }

    /// A length in `ems` of the plot's font, in pixels.
    int em(double ems) const;

private:
    const ChartScene& m_scene;
    const PlotParts& m_parts;
    const BarGeometry& m_geometry;
};

/// All bars. Drawn opaque, without pen and antialiasing, because translucent or antialiased
/// rectangles take thirty times as long.
class BarsElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;

private:
    /// The green bars of real deletions; those above the axis are drawn cut.
    void drawDeletions(QCPPainter* painter) const;
    /// A bar of Overdue, the forecast or Later.
    void drawStack(QCPPainter* painter, const ChartRow& row) const;
    /// A reason of the Never bar.
    void drawNever(QCPPainter* painter, const ChartRow& row) const;
    /// The names of the reasons beside the Never bar.
    void drawReasonNames(QCPPainter* painter) const;
    /// The count above Overdue, Later or Never.
    void drawSideCount(QCPPainter* painter, BarKind kind) const;
    /// The slanted gap of a cut bar.
    void drawCut(QCPPainter* painter, const QRect& bar) const;
    /// The role of a member of the stack.
    ColorRole memberRole(const ChartRow& row, int index) const;
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
    /// The running sum, on the right axis.
    void drawCumulative(QCPPainter* painter) const;
    /// The outline over the time axis.
    void drawOutline(QCPPainter* painter) const;
    /// The outline's value at Overdue or Later.
    void drawOutlineSlot(QCPPainter* painter, BarKind kind, double count) const;
    /// The mark on the largest bar.
    void drawPeak(QCPPainter* painter) const;
    /// The text of the mark: its size, and its time with the day if several days are visible.
    QString peakText(const ChartRow& row) const;
};

/// Fills a rectangle in the colour of a role and draws that role's own pattern and `pattern` over
/// it in the background colour, so that it can be recognised without its colour.
void fillPatterned(QCPPainter* painter, const QRect& area, ColorRole role, Qt::BrushStyle pattern);

/// The pattern of reason `index` of Never; solid for the first one.
Qt::BrushStyle reasonPattern(int index);

} // namespace sandglass::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_geometry.h"
#include "widgets/charts/tickers.h"

#include <qcustomplot.h>

#include <memory>

namespace sandglass::widgets {

class CountTicker;
class LegendElement;
class LogCountTicker;

/// The plot: lays out the four fields and keeps axes, colours and fonts in step with the scene.
/// Takes no input; ForecastChart does.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    /// `scene` must outlive the canvas.
    PlotCanvas(const ChartScene& scene, QWidget* parent);

    /// The entries of the legend that had no room, one name per line; empty outside of the legend
    /// and if all had room.
    QString hiddenEntriesAt(const QPoint& point) const;

    /// The positions of the bars as drawn last.
    const BarGeometry& geometry() const { return m_geometry; }

    /// The scene has changed: redraws everything in the next turn of the event loop.
    void refresh();

    /// Redraws selection, current bar and dimming.
    void refreshMarks();

    /// Redraws the line of now, if it is at another pixel than drawn last.
    void refreshNow();

    /// Applies the theme's colours and the widget's font, then redraws.
    void applyLook();

Q_SIGNALS:
    /// A picture with at least one document has been painted.
    void documentsPainted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Creates a field in a column of the layout.
    QCPAxisRect* addField(int column);
    /// Creates the four fields.
    void buildFields();
    /// Creates the layers and their elements.
    void buildLayers();
    /// Applies the scene to fields and axes.
    void arrange();
    /// Shows or hides the field of deletions.
    void setPastShown(bool shown);
    /// Divides the width among the fields.
    void setWidths();
    /// Sets the ranges of all axes.
    void setRanges();
    /// Chooses the steps of the time axes by their widths.
    void setTimeTicks();
    /// How far labels of the time axis may reach beside "Overdue" and "Later". `width`: of the
    /// axis.
    LabelRoom timeLabelRoom(int width) const;
    /// The label of the slot before the time axis.
    static QString overdueLabel();
    /// The label of the first slot behind it.
    static QString laterLabel();
    /// Names the slots of head and tail.
    void setSlotTicks();
    /// Applies colours and fonts to an axis.
    void setLooks(QCPAxis* axis) const;
    /// Redraws one buffered layer.
    void redrawLayer(const QString& name);
    /// The label of the time axis: the zone, and the day if only one is visible.
    QString zoneLabel() const;
    /// Gives the axes of counts as many ticks as their height has room for.
    void setCountTicks();
    /// "Deleted", with the length of its bars if that is not the length of the others.
    QString deletedLabel() const;
    /// Whether the reasons of Never are named beside their bar.
    bool hasReasonNames() const;
    /// A length in ems of the plot's font, in pixels.
    int em(double ems) const;

    const ChartScene& m_scene;
    PlotParts m_parts;
    BarGeometry m_geometry;
    QSharedPointer<ZoneTicker> m_timeTicker;
    QSharedPointer<ZoneTicker> m_pastTicker;
    QSharedPointer<CountTicker> m_countTicker;
    QSharedPointer<CountTicker> m_sumTicker; // of the right axis
    QSharedPointer<LogCountTicker> m_logTicker;
    LegendElement* m_legend = nullptr;
    QCPLayoutGrid* m_fields = nullptr;
    int m_nowPixel = -1; // of the line of now as drawn last
    bool m_drawn = false;
    bool m_documentsDrawn = false; // the next paint event shows a picture with documents
};

} // namespace sandglass::widgets

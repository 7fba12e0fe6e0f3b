// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_geometry.h"
#include "widgets/charts/tickers.h"

#include <qcustomplot.h>

#include <memory>

namespace sandglass::widgets {

class LegendElement;

/// The plot itself: lays out the four fields, keeps axes, colours and fonts in step with the scene.
/// Takes no input; the chart around it does.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    /// `scene` outlives the canvas.
    PlotCanvas(const ChartScene& scene, QWidget* parent);

    const BarGeometry& geometry() const { return m_geometry; }

    /// The scene changed: everything is drawn again with the next turn of the event loop.
    void refresh();

    /// Only selection, current bar, message or dimming changed.
    void refreshMarks();

    /// Only the line of now moved.
    void refreshNow();

    /// Takes over the colours of the theme and the font of the widget, then draws.
    void applyLook();

Q_SIGNALS:
    /// A picture that shows at least one document was put on the screen.
    void documentsPainted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QCPAxisRect* addField(int column);
    void buildFields();
    void buildLayers();
    void arrange();
    void setPastShown(bool shown);
    void setWidths();
    void setRanges();
    void setTimeTicks();
    void setSlotTicks();
    void setLooks(QCPAxis* axis) const;
    void redrawLayer(const QString& name);
    QString zoneLabel() const;
    bool hasReasonNames() const;
    int em(double ems) const;

    const ChartScene& m_scene;
    PlotParts m_parts;
    BarGeometry m_geometry;
    QSharedPointer<ZoneTicker> m_timeTicker;
    QSharedPointer<ZoneTicker> m_pastTicker;
    QSharedPointer<QCPAxisTicker> m_countTicker;
    QSharedPointer<QCPAxisTicker> m_logTicker;
    LegendElement* m_legend = nullptr;
    QCPLayoutGrid* m_fields = nullptr;
    bool m_drawn = false;
    bool m_documentsDrawn = false; // in the picture that the next paint event puts on the screen
};

} // namespace sandglass::widgets

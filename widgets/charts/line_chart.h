// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/picture_format.h"
#include "widgets/style/colors.h"

#include <QPointF>
#include <QString>
#include <QVector>
#include <QWidget>

class QCustomPlot;

namespace sandglass::widgets {

/// One line of a LineChart. Lines of one colour belong together; dashes and hollow markers
/// distinguish them.
struct Line
{
    QString name; ///< in the legend
    QVector<QPointF> points; ///< ascending in x; points that are not above 0 are omitted
    ColorRole role = ColorRole::Scheduled;
    bool dashed = false;
    bool strong = false; ///< drawn thicker: the subject of the picture
};

/// Everything that a LineChart draws. Values only.
struct LineChartModel
{
    QString title;
    QString subtitle; ///< below the title, muted; empty for none
    QString xTitle; ///< with the unit
    QString yTitle; ///< with the unit
    QVector<Line> lines; ///< the legend sorts them by height at their right end
};

/// Lines over two logarithmic axes of counts ("100 k", "1 M"), to show or to save. Takes no input.
class LineChart : public QWidget
{
    Q_OBJECT

public:
    explicit LineChart(QWidget* parent = nullptr);

    /// Shows other lines.
    void setModel(const LineChartModel& model);
    /// The lines shown.
    const LineChartModel& model() const { return m_model; }

    /// Writes the chart at its current size; a PNG has one pixel per widget pixel. False if the
    /// file cannot be written.
    bool savePicture(const QString& path, PictureFormat format) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Rebuilds the plot from the model.
    void draw();

    LineChartModel m_model;
    QCustomPlot* m_plot = nullptr;
};

} // namespace sandglass::widgets

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

/// One line of a LineChart. Lines of one colour belong together; dashes and hollow marks tell them
/// apart.
struct Line
{
    QString name; ///< in the legend
    QVector<QPointF> points; ///< ascending in x; those that are not above 0 are left out
    ColorRole role = ColorRole::Scheduled;
    bool dashed = false;
    bool strong = false; ///< drawn thicker: what the picture is about
};

/// Everything a LineChart draws. Values only.
struct LineChartModel
{
    QString title;
    QString subtitle; ///< below the title, muted; empty for none
    QString xTitle; ///< with the unit
    QString yTitle; ///< with the unit
    QVector<Line> lines; ///< the legend has them by height at their right end
};

/// Lines over two logarithmic axes of counts, written "100 k", "1 M"; to be shown or saved. Takes
/// no input.
class LineChart : public QWidget
{
    Q_OBJECT

public:
    explicit LineChart(QWidget* parent = nullptr);

    void setModel(const LineChartModel& model);
    const LineChartModel& model() const { return m_model; }

    /// Writes the chart in its size, a PNG with one pixel for each of the widget's. False if the
    /// file cannot be written.
    bool savePicture(const QString& path, PictureFormat format) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw();

    LineChartModel m_model;
    QCustomPlot* m_plot = nullptr;
};

} // namespace sandglass::widgets

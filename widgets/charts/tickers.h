// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_scene.h"
#include "widgets/charts/zone_ladder.h"

#include <qcustomplot.h>
#include <QFont>

namespace sandglass::widgets {

/// How far the labels of an axis may reach. In pixels.
struct LabelRoom
{
    int width = 0; ///< of the axis; 0: as far as they like
    int left = 0; ///< free before its beginning
    int right = 0; ///< free behind its end
    QFont font; ///< of the labels
};

/// Ticks of a time axis in the local time of a zone. Coordinates: milliseconds since 1970 UTC.
class ZoneTicker : public QCPAxisTicker
{
public:
    /// `mostTicks`: how many labels fit side by side. A tick whose label would reach beyond `room`
    /// has none.
    void configure(const QTimeZone& zone, const QLocale& locale, int mostTicks,
                   const LabelRoom& room = {});

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;

private:
    QTimeZone m_zone = QTimeZone::utc();
    QLocale m_locale;
    int m_mostTicks = 8;
    LabelRoom m_room;
    ZoneStep m_step;
    QCPRange m_range; // of the axis
    double m_labelledTo = 0; // right end of the label before, in pixels of the axis
};

/// Ticks of a linear axis of counts: integers, written "12 k". If the scene shows bytes, the steps
/// are round numbers of bytes.
class CountTicker : public QCPAxisTicker
{
public:
    /// `scene` must outlive the ticker.
    explicit CountTicker(const ChartScene& scene);

    /// The height of the axis and the least distance of two labels, in pixels. Fewer ticks follow
    /// from a lower axis.
    void setRoom(int height, int distance);

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override;

private:
    const ChartScene& m_scene;
    int m_height = 0; // 0: unlimited
    int m_distance = 0;
};

/// As CountTicker, for a logarithmic axis: powers of ten.
class LogCountTicker : public QCPAxisTickerLog
{
public:
    /// `scene` must outlive the ticker.
    explicit LogCountTicker(const ChartScene& scene);

    /// As CountTicker::setRoom(). Too many powers of ten leave every second one, or more, without a
    /// label.
    void setRoom(int height, int distance);

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override;

private:
    const ChartScene& m_scene;
    int m_height = 0; // 0: unlimited
    int m_distance = 0;
    int m_every = 1; // power of ten that has a label
};

} // namespace sandglass::widgets

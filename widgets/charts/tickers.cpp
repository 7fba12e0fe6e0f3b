// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tickers.h"

#include "widgets/charts/count_text.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

void ZoneTicker::configure(const QTimeZone& zone, const QLocale& locale, int mostTicks,
                           const LabelRoom& room)
{
    m_room = room;
    m_zone = zone;
    m_locale = locale;
    m_mostTicks = std::max(mostTicks, 2);
}

double ZoneTicker::getTickStep(const QCPRange& range)
{
    // QCPAxisTicker asks for the step first and then for the labels
    m_range = range;
    m_step = stepFor(std::llround(range.size()), m_mostTicks);
    return static_cast<double>(m_step.roughMs());
}

int ZoneTicker::getSubTickCount(double)
{
    return 0;
}

QString ZoneTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    QString label = tickText(std::llround(tick), m_step, m_zone, m_locale);
    if (m_room.width <= 0) {
        return label;
    }
    const double half = QFontMetrics(m_room.font).size(0, label).width() / 2.0;
    const double at = (tick - m_range.lower) / m_range.size() * m_room.width;
    const bool fits = at - half >= -m_room.left && at + half <= m_room.width + m_room.right;
    return fits ? label : QString();
}

QVector<double> ZoneTicker::createTickVector(double, const QCPRange& range)
{
    const auto instants
        = zoneTicks(std::llround(range.lower), std::llround(range.upper), m_step, m_zone);
    QVector<double> ticks;
    ticks.reserve(instants.size());
    for (const qint64 instant : instants) {
        ticks += static_cast<double>(instant);
    }
    return ticks;
}

CountTicker::CountTicker(const ChartScene& scene)
    : m_scene(scene)
{
}

LogCountTicker::LogCountTicker(const ChartScene& scene)
    : m_scene(scene)
{
}

double CountTicker::getTickStep(const QCPRange& range)
{
    const double each = m_scene.bytesEach;
    // round numbers of bytes give round labels
    if (each > 0) {
        return QCPAxisTicker::getTickStep({range.lower * each, range.upper * each}) / each;
    }
    return std::max(1.0, QCPAxisTicker::getTickStep(range));
}

int CountTicker::getSubTickCount(double)
{
    return 0;
}

QString CountTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    return m_scene.bytesEach > 0 ? axisBytes(tick * m_scene.bytesEach, locale)
                                 : axisCount(tick, locale);
}

int LogCountTicker::getSubTickCount(double)
{
    return 0;
}

QString LogCountTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    return m_scene.bytesEach > 0 ? axisBytes(tick * m_scene.bytesEach, locale)
                                 : axisCount(tick, locale);
}

} // namespace sandglass::widgets

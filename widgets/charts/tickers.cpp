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
    m_labelledTo = -1.0e6;
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
    // on a very short axis even two labels may be too many
    const bool fits = at - half >= -m_room.left && at + half <= m_room.width + m_room.right
        && at - half > m_labelledTo;
    if (!fits) {
        return {};
    }
    m_labelledTo = at + half + QFontMetrics(m_room.font).averageCharWidth();
    return label;
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

void CountTicker::setRoom(int height, int distance)
{
    m_height = height;
    m_distance = distance;
    setTickCount(std::clamp(height / std::max(2 * distance, 1), 2, 6));
}

double CountTicker::getTickStep(const QCPRange& range)
{
    // round numbers of bytes give round labels
    const double each = m_scene.bytesEach > 0 ? m_scene.bytesEach : 1;
    const double least = m_height > 0 ? range.size() * m_distance / m_height : 0;
    double step = QCPAxisTicker::getTickStep({range.lower * each, range.upper * each}) / each;
    if (m_scene.bytesEach <= 0) {
        // there is no half document; the next step that has room follows below
        step = std::max(1.0, std::floor(step + 1e-6));
    }
    while (step < least) {
        // from 1, 2, 2.5 or 5 times a power of ten to the next of 2, 5 and 10
        const double power = std::pow(10.0, std::floor(std::log10(step * each) + 1e-9));
        const double mantissa = step * each / power;
        step = power / each * (mantissa < 1.9 ? 2 : mantissa < 4.9 ? 5 : 10);
    }
    return step;
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

void LogCountTicker::setRoom(int height, int distance)
{
    m_height = height;
    m_distance = distance;
}

double LogCountTicker::getTickStep(const QCPRange& range)
{
    const double powers = range.lower > 0 ? std::log10(range.upper / range.lower) : 0;
    m_every = m_height > 0
        ? std::max(1, static_cast<int>(std::ceil(m_distance * powers / m_height)))
        : 1;
    return QCPAxisTickerLog::getTickStep(range);
}

int LogCountTicker::getSubTickCount(double)
{
    return 0;
}

QString LogCountTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    if (tick > 0 && std::lround(std::log10(tick)) % m_every != 0) {
        return {};
    }
    return m_scene.bytesEach > 0 ? axisBytes(tick * m_scene.bytesEach, locale)
                                 : axisCount(tick, locale);
}

} // namespace sandglass::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/metrics.h"

#include <QFont>
#include <QFontInfo>
#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

int emPixels(const QFont& font, double ems)
{
    const int em = QFontInfo(font).pixelSize();
    return std::max(1, static_cast<int>(std::lround(em * ems)));
}

int emPixels(const QWidget* widget, double ems)
{
    return emPixels(widget->font(), ems);
}

QSize sizeOnScreen(const QWidget* window, double wide, double high)
{
    const int title = window->style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, window);
    QSize room = window->screen()->availableSize() - QSize(0, title);
    if (const QWidget* parent = window->parentWidget()) {
        room = room.expandedTo(parent->window()->size());
    }
    return QSize(emPixels(window, wide), emPixels(window, high)).boundedTo(room);
}

QSize iconSize(const QWidget* widget, double ems)
{
    const int side = emPixels(widget, ems);
    return {side, side};
}

} // namespace sandglass::widgets

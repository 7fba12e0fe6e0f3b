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

QSize roomOnScreen(const QWidget* window)
{
    const int title = window->style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, window);
    QSize room = window->screen()->availableSize() - QSize(0, title);
    if (const QWidget* parent = window->parentWidget()) {
        room = room.expandedTo(parent->window()->size());
    }
    return room;
}

QSize sizeOnScreen(const QWidget* window, double wide, double high)
{
    return QSize(emPixels(window, wide), emPixels(window, high)).boundedTo(roomOnScreen(window));
}

void growOnScreen(QWidget* window, int pixels)
{
    const int height = std::min(window->height() + pixels, roomOnScreen(window).height());
    if (height <= window->height() || window->isMaximized() || window->isFullScreen()) {
        return;
    }
    window->resize(window->width(), height);
    const QRect screen = window->screen()->availableGeometry();
    const QRect frame = window->frameGeometry();
    // a window that is still being shown gets its place afterwards
    if (window->testAttribute(Qt::WA_Mapped) && frame.bottom() > screen.bottom()) {
        const int top = frame.top() - (frame.bottom() - screen.bottom());
        window->move(frame.left(), std::max(screen.top(), top));
    }
}

QSize iconSize(const QWidget* widget, double ems)
{
    const int side = emPixels(widget, ems);
    return {side, side};
}

} // namespace sandglass::widgets

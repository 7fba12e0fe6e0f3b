// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the class MainWindow about its place: on the screen, among other windows, and that of
// its parts in the order of Tab. The rest is in main_window.cpp.
#include "ui/explorer/navigator_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/server_desk.h"
#include "ui/shell/status_strip.h"
#include "widgets/style/metrics.h"
#include "widgets/views/inner_buttons.h"
#include "widgets/views/tab_order.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QScreen>
#include <QStackedWidget>
#include <QStyle>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace sandglass::ui {

QSize MainWindow::firstSize() const
{
    // 1280 x 800 for a font of 12 pixels; more for a larger one
    return {widgets::emPixels(this, 1280 / 12.0), widgets::emPixels(this, 800 / 12.0)};
}

// A saved geometry may be that of a larger screen or another scale, and the first size may be too
// large. What a desktop adds around a window is known only after it was shown; until then it is
// guessed.
void MainWindow::fitToScreen()
{
    if (isMaximized() || isFullScreen()) {
        return;
    }
    const QRect room = screen()->availableGeometry();
    const QRect frame = frameGeometry();
    const int title = style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, this);
    const bool framed = frame.size() != size();
    const QSize around = framed ? frame.size() - size() : QSize(0, title);
    const QSize fitting = size().boundedTo(room.size() - around);
    if (fitting != size()) {
        resize(fitting);
    }
    // the frame, since its title bar is what moves the window
    const int right = room.right() + 1 - around.width() - fitting.width();
    const int bottom = room.bottom() + 1 - around.height() - fitting.height();
    const QPoint place(std::clamp(pos().x(), room.left(), std::max(room.left(), right)),
                       std::clamp(pos().y(), room.top(), std::max(room.top(), bottom)));
    if (place != pos()) {
        move(place);
    }
}

void MainWindow::setBlocked(bool blocked)
{
    m_blocked = blocked;
    enableAll(!blocked);
    updateActions();
}

void MainWindow::enableAll(bool enabled)
{
    for (QAction* each : findChildren<QAction*>(Qt::FindDirectChildrenOnly)) {
        each->setEnabled(enabled);
    }
    for (const QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        dock->toggleViewAction()->setEnabled(enabled);
    }
}

// Once the desktop has added its frame, and not if a size was asked for in the meantime.
void MainWindow::fitOnceShown()
{
    if (std::exchange(m_fittedSize, {}) != size()) {
        return;
    }
    QTimer::singleShot(0, this, [this, shown = size()] {
        if (size() == shown) {
            fitToScreen();
        }
    });
}

bool MainWindow::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::WindowBlocked:
        setBlocked(true);
        break;
    case QEvent::WindowUnblocked:
        setBlocked(false);
        break;
    case QEvent::ChildPolished:
        widgets::nameDockTabs(*this);
        break;
    case QEvent::Show:
        fitOnceShown();
        break;
    default:
        break;
    }
    return QMainWindow::event(event);
}

// Pages, tabs and figures come and go, so that the order is made when it is needed.
bool MainWindow::focusNextPrevChild(bool next)
{
    widgets::orderTabStops({m_navigator, &desk(), m_inspectors, m_activities, m_logs, m_status});
    return QMainWindow::focusNextPrevChild(next);
}

void MainWindow::comeToFront(const QString& activationToken)
{
    if (!activationToken.isEmpty()) {
        // Qt passes it on with the next activation
        qputenv("XDG_ACTIVATION_TOKEN", activationToken.toUtf8());
    }
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

} // namespace sandglass::ui

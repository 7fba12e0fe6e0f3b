// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_desk.h"

#include "ui/help/help_pages.h"
#include "ui/help/help_places.h"
#include "ui/help/help_window.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWhatsThisClickedEvent>

namespace sandglass::ui {

HelpDesk::HelpDesk(QWidget& mainWindow, QObject* parent)
    : QObject(parent)
    , m_mainWindow(mainWindow)
{
    // a filter of the application sees F1 in dialogs that do not exist yet
    qApp->installEventFilter(this);
}

HelpDesk::~HelpDesk() = default;

void HelpDesk::openContents()
{
    open(kFirstHelpPage);
}

void HelpDesk::openFor(const QWidget* screen)
{
    const QString focused = helpPlaceOf(QApplication::focusWidget());
    open(focused.isEmpty() ? helpPlaceOf(screen) : focused);
}

void HelpDesk::close()
{
    if (m_window) {
        m_window->close();
    }
}

void HelpDesk::open(const QString& place)
{
    if (!m_window) {
        m_window = std::make_unique<HelpWindow>();
    }
    // first, because a window that is not shown has no layout yet to scroll in
    m_window->show();
    m_window->showPlace(place);
    m_window->raise();
    m_window->activateWindow();
}

bool HelpDesk::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::WhatsThisClicked) {
        open(static_cast<QWhatsThisClickedEvent*>(event)->href());
        return true;
    }
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType()) {
        return false;
    }
    const auto* widget = static_cast<QWidget*>(watched);
    const auto* key = static_cast<QKeyEvent*>(event);
    // the menu of the main window has F1 as a shortcut
    const bool elsewhere = widget->window() != &m_mainWindow && widget->window() != m_window.get();
    if (key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier || !elsewhere) {
        return false;
    }
    open(helpPlaceOf(widget));
    return true;
}

} // namespace sandglass::ui

#include "moc_help_desk.cpp"

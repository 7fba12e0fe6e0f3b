// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/tray_notifier.h"

#include <QApplication>
#include <QSystemTrayIcon>

namespace sandglass::platform {

TrayNotifier::TrayNotifier() = default;
TrayNotifier::~TrayNotifier() = default;

void TrayNotifier::show(const services::DesktopMessage& message)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable()) {
        return;
    }
    if (!m_icon) {
        m_icon = std::make_unique<QSystemTrayIcon>(QApplication::windowIcon());
        m_icon->setToolTip(QCoreApplication::applicationName());
        m_icon->show();
    }
    // the message is plain text here, so names from a server need no escaping
    m_icon->showMessage(message.title, message.text);
}

} // namespace sandglass::platform

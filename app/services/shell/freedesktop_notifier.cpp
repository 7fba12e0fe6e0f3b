// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/shell/freedesktop_notifier.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr int kAsTheDesktopLikes = -1; // how long the message stays
constexpr unsigned kNew = 0; // it replaces no earlier one

} // namespace

void FreedesktopNotifier::show(const DesktopMessage& message)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    QDBusMessage call = QDBusMessage::createMethodCall(
        u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s,
        u"org.freedesktop.Notifications"_s, u"Notify"_s);
    const QVariantMap hints{{u"desktop-entry"_s, u"sandglass"_s}};
    // the body may hold markup, and names of a server are in it: they are to be read as they are
    call.setArguments({QCoreApplication::applicationName(), kNew, u"sandglass"_s, message.title,
                       message.text.toHtmlEscaped(), QStringList(), hints, kAsTheDesktopLikes});
    bus.send(call);
}

} // namespace sandglass::services

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/linux/freedesktop_notifier.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace sandglass::platform {

namespace {

constexpr int kDefaultTimeout = -1; // the desktop decides how long the message stays
constexpr unsigned kNewMessage = 0; // replaces no earlier one

} // namespace

void FreedesktopNotifier::show(const services::DesktopMessage& message)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    QDBusMessage call = QDBusMessage::createMethodCall(
        u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s,
        u"org.freedesktop.Notifications"_s, u"Notify"_s);
    const QVariantMap hints{{u"desktop-entry"_s, u"sandglass"_s}};
    // the text may contain names from a server, which must not be taken for markup
    call.setArguments({QCoreApplication::applicationName(), kNewMessage, u"sandglass"_s,
                       message.title, message.text.toHtmlEscaped(), QStringList(), hints,
                       kDefaultTimeout});
    // send() does not wait for the reply
    bus.send(call);
}

} // namespace sandglass::platform

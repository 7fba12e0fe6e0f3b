// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/linux/settings_portal.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace sandglass::platform {

namespace {

const auto kService = u"org.freedesktop.portal.Desktop"_s;
const auto kPath = u"/org/freedesktop/portal/desktop"_s;
const auto kInterface = u"org.freedesktop.portal.Settings"_s;
const auto kAppearance = u"org.freedesktop.appearance"_s;
const auto kGnome = u"org.gnome.desktop.interface"_s;

/// A value is a variant within a variant, or two.
QVariant plain(QVariant value)
{
    while (value.metaType() == QMetaType::fromType<QDBusVariant>()) {
        value = value.value<QDBusVariant>().variant();
    }
    return value;
}

/// A number that the appearance has; unset where it says 0, for no preference, or another type.
std::optional<uint> number(const PortalSettings& known, const QString& key)
{
    const QVariant value = plain(known.value(kAppearance).value(key));
    const bool given = value.metaType() == QMetaType::fromType<uint>() && value.toUInt() != 0;
    return given ? std::optional(value.toUInt()) : std::nullopt;
}

std::optional<bool> isDark(const PortalSettings& known)
{
    constexpr uint kDark = 1;
    constexpr uint kLight = 2;
    const std::optional<uint> scheme = number(known, u"color-scheme"_s);
    // unknown values are no preference
    return scheme == kDark || scheme == kLight ? std::optional(scheme == kDark) : std::nullopt;
}

std::optional<bool> isHighContrast(const PortalSettings& known)
{
    return number(known, u"contrast"_s) == 1U ? std::optional(true) : std::nullopt;
}

std::optional<bool> hasAnimations(const PortalSettings& known)
{
    const QVariant gnome = plain(known.value(kGnome).value(u"enable-animations"_s));
    const bool off = gnome.metaType() == QMetaType::fromType<bool>() && !gnome.toBool();
    return off || number(known, u"reduced-motion"_s) == 1U ? std::optional(false) : std::nullopt;
}

} // namespace

SettingsPortal::SettingsPortal()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService, kPath, kInterface, u"SettingChanged"_s, this,
                SLOT(settingChanged(QDBusMessage)));
    QDBusMessage call = QDBusMessage::createMethodCall(kService, kPath, kInterface, u"ReadAll"_s);
    call.setArguments({QStringList{kAppearance, kGnome}});
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this](QDBusPendingCallWatcher* answered) {
                take(answered->reply());
                answered->deleteLater();
            });
}

void SettingsPortal::take(const QDBusMessage& reply)
{
    if (reply.type() != QDBusMessage::ReplyMessage || reply.signature() != u"a{sa{sv}}") {
        return;
    }
    m_known = qdbus_cast<PortalSettings>(reply.arguments().constFirst());
    update();
}

void SettingsPortal::settingChanged(const QDBusMessage& message)
{
    if (message.signature() != u"ssv") {
        return;
    }
    const QVariantList arguments = message.arguments();
    const QString space = arguments[0].toString();
    // the portal announces the settings of every program
    if (space != kAppearance && space != kGnome) {
        return;
    }
    m_known[space].insert(arguments[1].toString(), arguments[2]);
    update();
}

void SettingsPortal::update()
{
    setPreferences({isDark(m_known), isHighContrast(m_known), hasAnimations(m_known)});
}

} // namespace sandglass::platform

#include "moc_settings_portal.cpp"

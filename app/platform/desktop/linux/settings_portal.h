// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/platform/desktop/desktop_settings.h"

#include <QMap>
#include <QString>
#include <QVariantMap>

class QDBusMessage;

namespace sandglass::platform {

/// Settings by namespace and key.
using PortalSettings = QMap<QString, QVariantMap>;

/// Reads the settings of the session's portal and follows them. Without a bus or a portal nothing
/// is ever set. Portals without `reduced-motion` pass on `enable-animations` of GNOME's schema
/// org.gnome.desktop.interface. Source: XDG Desktop Portal, "org.freedesktop.portal.Settings",
/// version 2.
class SettingsPortal final : public DesktopSettings
{
    Q_OBJECT

public:
    SettingsPortal();

private Q_SLOTS:
    /// The portal's signal: a setting has another value.
    void settingChanged(const QDBusMessage& message);

private:
    /// The reply to ReadAll, or an error.
    void take(const QDBusMessage& reply);
    /// Sets the preferences from what is known.
    void update();

    PortalSettings m_known;
};

} // namespace sandglass::platform

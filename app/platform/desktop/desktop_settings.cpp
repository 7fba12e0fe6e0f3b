// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/desktop_settings.h"

namespace sandglass::platform {

void DesktopSettings::setPreferences(const DesktopPreferences& preferences)
{
    if (preferences != m_preferences) {
        m_preferences = preferences;
        Q_EMIT changed();
    }
}

} // namespace sandglass::platform

#include "moc_desktop_settings.cpp"

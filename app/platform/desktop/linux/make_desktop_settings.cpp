// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/desktop_settings.h"
#include "app/platform/desktop/linux/settings_portal.h"

namespace sandglass::platform {

std::unique_ptr<DesktopSettings> makeDesktopSettings()
{
    return std::make_unique<SettingsPortal>();
}

} // namespace sandglass::platform

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/desktop_settings.h"

namespace sandglass::platform {

std::unique_ptr<DesktopSettings> makeDesktopSettings()
{
    return std::make_unique<DesktopSettings>();
}

} // namespace sandglass::platform

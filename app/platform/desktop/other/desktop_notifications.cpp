// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/desktop_notifications.h"

#include "app/platform/desktop/tray_notifier.h"

namespace sandglass::platform {

std::shared_ptr<services::DesktopNotifier> makeDesktopNotifier()
{
    return std::make_shared<TrayNotifier>();
}

} // namespace sandglass::platform

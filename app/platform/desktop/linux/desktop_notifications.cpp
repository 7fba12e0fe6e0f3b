// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/desktop/desktop_notifications.h"

#include "app/platform/desktop/linux/freedesktop_notifier.h"

namespace sandglass::platform {

std::shared_ptr<services::DesktopNotifier> makeDesktopNotifier()
{
    return std::make_shared<FreedesktopNotifier>();
}

} // namespace sandglass::platform

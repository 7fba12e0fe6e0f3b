// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/shell/desktop_notifier.h"

namespace sandglass::platform {

/// Shows messages through org.freedesktop.Notifications on the session's D-Bus. Without a bus, or a
/// program that shows messages, nothing happens. Source: Desktop Notifications Specification 1.2,
/// "org.freedesktop.Notifications.Notify".
class FreedesktopNotifier final : public services::DesktopNotifier
{
public:
    void show(const services::DesktopMessage& message) override;
};

} // namespace sandglass::platform

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/shell/desktop_notifier.h"

#include <memory>

class QSystemTrayIcon;

namespace sandglass::platform {

/// Shows messages through an icon in the notification area, as Windows and macOS want it. The icon
/// appears with the first message. Without such an area nothing happens.
class TrayNotifier final : public services::DesktopNotifier
{
public:
    TrayNotifier();
    ~TrayNotifier() override;

    void show(const services::DesktopMessage& message) override;

private:
    std::unique_ptr<QSystemTrayIcon> m_icon; // null before the first message
};

} // namespace sandglass::platform

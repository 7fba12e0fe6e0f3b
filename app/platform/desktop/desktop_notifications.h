// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace sandglass::services {
class DesktopNotifier;
} // namespace sandglass::services

namespace sandglass::platform {

/// What shows messages on this system's desktop: org.freedesktop.Notifications, or an icon in the
/// notification area on Windows and macOS. Never null. GUI thread, with an application object.
std::shared_ptr<services::DesktopNotifier> makeDesktopNotifier();

} // namespace sandglass::platform

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::services {

/// A message on the desktop: a short title and plain text.
struct DesktopMessage
{
    QString title;
    QString text;
};

/// The port to the desktop's messages; tests read them here. GUI thread.
class DesktopNotifier
{
public:
    DesktopNotifier() = default;
    DesktopNotifier(const DesktopNotifier&) = delete;
    DesktopNotifier& operator=(const DesktopNotifier&) = delete;
    virtual ~DesktopNotifier() = default;

    /// Shows a message. Does not block; failures are ignored.
    virtual void show(const DesktopMessage& message) = 0;
};

} // namespace sandglass::services

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::services {

/// A message of the desktop: a short title and a plain text.
struct DesktopMessage
{
    QString title;
    QString text;
};

/// Where messages of the desktop go; tests look at them here. GUI thread.
class DesktopNotifier
{
public:
    DesktopNotifier() = default;
    DesktopNotifier(const DesktopNotifier&) = delete;
    DesktopNotifier& operator=(const DesktopNotifier&) = delete;
    virtual ~DesktopNotifier() = default;

    /// Shows a message; never waits, and says nothing of a failure.
    virtual void show(const DesktopMessage& message) = 0;
};

} // namespace sandglass::services

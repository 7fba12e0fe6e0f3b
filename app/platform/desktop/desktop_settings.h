// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <optional>

namespace sandglass::platform {

/// Preferences that the user has set for all programs in the settings of the desktop. Unset: the
/// desktop does not report it.
struct DesktopPreferences
{
    std::optional<bool> dark; ///< false: light
    std::optional<bool> highContrast;
    std::optional<bool> animations; ///< false: less motion

    bool operator==(const DesktopPreferences&) const = default;
};

/// The settings of the desktop that Qt 6.4 does not pass on. GUI thread.
class DesktopSettings : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// The preferences as far as they are known. Everything is unset until the desktop has
    /// answered.
    const DesktopPreferences& preferences() const { return m_preferences; }

Q_SIGNALS:
    /// The preferences have changed: the desktop has answered, or the user has changed them.
    void changed();

protected:
    /// Stores the preferences, and emits changed() if they differ from the stored ones.
    void setPreferences(const DesktopPreferences& preferences);

private:
    DesktopPreferences m_preferences;
};

/// The settings of this system's desktop: org.freedesktop.portal.Settings. On Windows and macOS,
/// where Qt passes them on, nothing is ever set. Never null. Does not wait for the desktop. GUI
/// thread, with an application object.
std::unique_ptr<DesktopSettings> makeDesktopSettings();

} // namespace sandglass::platform

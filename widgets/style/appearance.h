// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass::widgets {

/// The user's choice. System follows the desktop's theme at the start of the program.
enum class Theme { Light, Dark, System };

/// The look of the whole program. One object per QApplication, which owns it. GUI thread.
class Appearance : public QObject
{
    Q_OBJECT

public:
    /// The object of the running QApplication, created on first use. It then reads the desktop's
    /// palette, so call it before setting another palette.
    static Appearance& instance();

    /// Sets style, palette and style sheet of the application. Emits changed() if the look is now
    /// different.
    void apply(Theme theme);

    /// The theme of the last apply(); System before the first one.
    Theme theme() const { return m_theme; }

    /// Whether the current look is dark.
    bool isDark() const { return m_dark; }

    /// Whether the desktop was dark at the start. Decided by the lightness of the window colour,
    /// because Qt 6.4 has no hint for the colour scheme.
    bool isSystemDark() const { return m_systemDark; }

Q_SIGNALS:
    /// The look has changed between light and dark. Palette and style sheet are already set.
    void changed();

private:
    explicit Appearance(QObject* parent);

    const bool m_systemDark;
    Theme m_theme = Theme::System;
    bool m_dark = false;
    bool m_applied = false;
};

/// The style sheet of a theme: ":/styles/sandglass.qss" with its @names@ replaced by colours. Empty
/// if the file is not compiled in.
QString themeStyleSheet(bool dark);

} // namespace sandglass::widgets

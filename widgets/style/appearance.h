// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass::widgets {

/// What the user chose; System follows the desktop as it was when the program started.
enum class Theme { Light, Dark, System };

/// The look of the whole program. One object per QApplication, in the GUI thread, owned by the
/// application.
class Appearance : public QObject
{
    Q_OBJECT

public:
    /// The object of the running QApplication, made on first use. The desktop's own palette is read
    /// then, so ask before any other palette is set.
    static Appearance& instance();

    /// Sets style, palette and style sheet of the application. Emits changed() if the look differs
    /// afterwards.
    void apply(Theme theme);

    /// What was asked for last; System before the first apply().
    Theme theme() const { return m_theme; }

    /// True if the look in force is the dark one.
    bool isDark() const { return m_dark; }

    /// True if the desktop's palette was dark at the start. Qt 6.4 has no colour scheme hint, so
    /// this is told from the lightness of the window colour.
    bool isSystemDark() const { return m_systemDark; }

Q_SIGNALS:
    /// Light became dark or the other way round; palette and style sheet are already set.
    void changed();

private:
    explicit Appearance(QObject* parent);

    const bool m_systemDark;
    Theme m_theme = Theme::System;
    bool m_dark = false;
    bool m_applied = false;
};

/// The style sheet of a theme: ":/styles/sandglass.qss" with the names between @ replaced by
/// colours. Empty if that file is not compiled in.
QString themeStyleSheet(bool dark);

} // namespace sandglass::widgets

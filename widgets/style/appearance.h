// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>
#include <QPointer>
#include <QStyle>

class QWidget;

namespace sandglass::widgets {

/// The user's choice. System follows the desktop's theme at the start of the program, and its
/// colours if they are those of high contrast.
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

    /// Whether the current look is that of a high-contrast desktop. Its colours are those of
    /// palette().
    bool isHighContrast() const { return m_contrast; }

    /// The palette of the last apply().
    const QPalette& palette() const { return m_palette; }

    /// Whether parts of the window may move and fade: not where the desktop's style has no
    /// animations (SH_Widget_Animation_Duration is 0).
    bool isAnimated() const { return m_animated; }

    /// Whether the desktop is dark. Decided by the lightness of the window colour, because Qt 6.4
    /// has no hint for the colour scheme.
    bool isSystemDark() const;

Q_SIGNALS:
    /// The look has changed, as between light and dark. Palette and style sheet are already set.
    void changed();

private:
    explicit Appearance(QObject* parent);

    /// Reads what the desktop, or a style that took the place of ours, wants to move.
    void readAnimations();

    QPointer<QStyle> m_style; ///< ours; null before the first apply() and after another one was set
    QPalette m_desktop; ///< that of the desktop, before ours
    QPalette m_palette; ///< that of the look
    QPalette m_set; ///< as the application had it after the last apply()
    Theme m_theme = Theme::System;
    bool m_dark = false;
    bool m_contrast = false;
    bool m_animated = true;
    bool m_applied = false;
};

/// Whether parts of a widget may move and fade, by its style. GUI thread.
bool isAnimated(const QWidget& widget);

/// The style sheet of a theme: ":/styles/sandglass.qss" with its @names@ replaced by colours. Empty
/// if the file is not compiled in.
QString themeStyleSheet(bool dark);

/// The same for the look of a high-contrast desktop, followed by ":/styles/high-contrast.qss".
/// `palette`: as made by contrastPalette().
QString contrastStyleSheet(const QPalette& palette);

} // namespace sandglass::widgets

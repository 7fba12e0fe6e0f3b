// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>
#include <QPointer>
#include <QStyle>

#include <optional>
#include <vector>

class QWidget;

namespace sandglass::widgets {

/// The user's choice. System follows the desktop's theme at the start of the program, and its
/// colours if they are those of high contrast.
enum class Theme { Light, Dark, System };

/// What the desktop wants of all programs, where its palette and its style do not say it. Unset: it
/// does not say.
struct DesktopLook
{
    std::optional<bool> dark; ///< false: light
    std::optional<bool> highContrast;
    std::optional<bool> animations; ///< false: nothing moves

    bool operator==(const DesktopLook&) const = default;
};

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

    /// Applies the theme again with what the desktop wants, if that is new.
    void setDesktop(const DesktopLook& look);

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
    /// animations (SH_Widget_Animation_Duration is 0), or the desktop wants none.
    bool isAnimated() const { return m_animated; }

    /// Whether the desktop is dark. Decided by the lightness of its window colour where it does not
    /// say, because Qt 6.4 has no hint for the colour scheme.
    bool isSystemDark() const;

Q_SIGNALS:
    /// The look has changed, as between light and dark. Palette and style sheet are already set.
    void changed();

private:
    explicit Appearance(QObject* parent);

    /// Reads whether the desktop's style, or one that took the place of ours, has animations.
    void readAnimations();
    /// Whether both the style and the desktop want animations.
    bool wantsAnimations() const;
    /// Has menus and tool tips move, or not.
    void setAnimated(bool animated);
    /// The palette of a high-contrast desktop; unset if it is not one.
    std::optional<QPalette> highContrast() const;

    QPointer<QStyle> m_style; ///< ours; null before the first apply() and after another one was set
    QPalette m_desktop; ///< that of the desktop, before ours
    DesktopLook m_look; ///< of the desktop's portal; the palette and the darkness begin with it
    QPalette m_palette; ///< that of the look
    QPalette m_set; ///< as the application had it after the last apply()
    std::vector<Qt::UIEffect> m_effects; ///< that were ended
    Theme m_theme = Theme::System;
    bool m_dark = false;
    bool m_contrast = false;
    bool m_styleMoves = true; ///< the desktop's style has animations
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

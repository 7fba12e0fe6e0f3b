// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

class QPalette;

namespace sandglass::widgets {

/// The least contrast of a text to what is behind it on a high-contrast desktop. Source: WCAG 2.1,
/// "Contrast (Enhanced)".
inline constexpr double kHighContrast = 7;

/// Whether a desktop's palette is one of high contrast, such as white on black, black on white or
/// yellow on black: fields have the colour of the window, and texts stand out from both far more
/// than in an ordinary theme. Pure; any thread.
bool isHighContrast(const QPalette& desktop);

/// White on black, or black on white, for a desktop that wants high contrast and has an ordinary
/// palette. Pure; any thread.
QPalette plainPalette(bool dark);

/// The palette of the window on a high-contrast desktop, with all colour groups set. It has the
/// desktop's colours for window, text, selection and links, as far as they have a contrast of
/// kHighContrast; otherwise those of the text. What is disabled is as weak as that contrast allows.
/// Pure; any thread.
QPalette contrastPalette(const QPalette& desktop);

/// The colour of a role. `palette`: as made by contrastPalette(). Most roles have the colour of
/// the text; rolePattern() and words tell them apart. Pure; any thread.
QColor contrastColor(ColorRole role, const QPalette& palette);

/// The share, 0 to 1, that `text` needs in a mixture with `ground` to keep a contrast of
/// kHighContrast; 1 if the pure colour has less. Pure; any thread.
double leastShare(const QColor& text, const QColor& ground);

} // namespace sandglass::widgets

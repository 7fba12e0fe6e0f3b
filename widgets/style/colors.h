// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStringList>
#include <QVector>

class QPalette;

namespace sandglass::widgets {

/// Colours by meaning. A colour is never the only sign of a meaning: a word, a pattern or an icon
/// goes with it.
enum class ColorRole {
    Text,
    MutedText,
    OkText, ///< the four text colours reach a contrast of 4.5 on window and base, in both themes
    WarningText,
    ErrorText,
    InfoText,
    Window,
    Base,
    Raised, ///< tool tips, tiles, banners
    Frame, ///< hairlines between parts
    ControlFrame, ///< around a control that takes input: contrast of 3 to base and window
    Grid, ///< lines behind a chart
    Accent, ///< focus, selection, links
    Scheduled, ///< the chart's palette, safe for the colour-blind
    Overdue,
    Deleted,
    Cumulative,
    WhatIf,
    Never,
    Sampled, ///< drawn hatched
    Series2, ///< further members of a stack, in order; the first is Scheduled
    Series3,
    Series4,
    Series5,
    Series6,
    Series7,
    Series8,
    OtherSeries, ///< what is not among the largest
};

/// How good or bad a message is.
enum class Tone { Normal, Ok, Warning, Error };

/// The colour of a role in a theme. Pure; any thread.
QColor color(ColorRole role, bool dark);

/// The colour of a role in the current theme. GUI thread.
QColor color(ColorRole role);

/// The second sign of a role in a chart: solid in the light and the dark theme, where colours tell
/// series apart; on a high-contrast desktop a pattern for each role. GUI thread.
Qt::BrushStyle rolePattern(ColorRole role);

/// The opacity of texts that are out of date: `usual`, and on a high-contrast desktop as much as
/// keeps them readable. GUI thread.
double fadedOpacity(double usual);

/// The text colour of a tone. Normal: Text.
ColorRole toneRole(Tone tone);

/// The role of layer `index` of a stack, 0 being the lowest; OtherSeries from 8 on.
ColorRole seriesRole(int index);

/// The roles of the members of a stack, by their names: the same name has the same colour in every
/// chart and run, whatever its place. Where two names of one stack fall on one colour, the later
/// one in the order of the names takes the next free colour. Beyond 8 names: OtherSeries for the
/// rest. Equal names have equal roles.
QVector<ColorRole> seriesRoles(const QStringList& names);

/// Contrast of two opaque colours, 1 to 21. Source: WCAG 2.1, "contrast ratio" and "relative
/// luminance".
double contrastRatio(const QColor& a, const QColor& b);

/// The palette of a theme, with all colour groups set.
QPalette themePalette(bool dark);

} // namespace sandglass::widgets

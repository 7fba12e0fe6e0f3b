// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>

class QWidget;

namespace sandglass::tests {

/// Class and object name of a widget and of all it lies in, outermost first.
QString placeOf(const QWidget* widget);

/// Widgets below `screen` that a user sees, those in other windows left out.
QList<QWidget*> visibleWidgets(QWidget* screen);

/// Parts that Qt makes for itself inside a control that has names.
bool isInternal(const QWidget* widget);

/// The texts of labels, buttons, fields, tabs and headers that have less room than they need, each
/// with its place.
QStringList cutOffTexts(QWidget* screen);

/// Buttons and fields that are not wholly within their window, nor in a part that scrolls, each
/// with its place.
QStringList controlsBeyondWindow(QWidget* screen);

/// Labels that show a part of their text only, each with its place.
QStringList shortenedLabels(QWidget* screen);

/// Parts of the screen that scroll sideways, each with its place and how many pixels are out of
/// sight. Texts of code may.
QStringList sidewaysScrolling(QWidget* screen);

/// Texts whose colour has a contrast below `least` to what is behind them, each with its place.
/// Those that are disabled are looked at only if `least` is above 4.5.
QStringList faintTexts(QWidget* screen, double least = 4.5);

/// The share, 0 to 1, of pixels whose lightness is in [from, to].
double shareOfLightness(const QImage& picture, double from, double to);

/// How many different colours there are, counted up to `most`.
int colorsIn(const QImage& picture, int most);

} // namespace sandglass::tests

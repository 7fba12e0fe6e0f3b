// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QFont;
class QWidget;

namespace sandglass::widgets {

/// `ems` times the size of `font`, in device-independent pixels, at least 1. All sizes derive from
/// it, so that they grow with the user's font.
int emPixels(const QFont& font, double ems);

/// The same for the font of a widget.
int emPixels(const QWidget* widget, double ems);

/// The most that a window or dialog may have of its screen, below a title bar. A dialog may be as
/// large as the window that it belongs to.
QSize roomOnScreen(const QWidget* window);

/// The first size of a window or dialog: `wide` × `high` ems, or less where its screen has less
/// room.
QSize sizeOnScreen(const QWidget* window, double wide, double high);

/// Makes a window higher by `pixels`, or by less where its screen has less room, and moves it up
/// where it would reach below the screen. Nothing for 0 and less, and for a window that fills its
/// screen.
void growOnScreen(QWidget* window, int pixels);

/// The size of an icon beside the text of a widget.
QSize iconSize(const QWidget* widget, double ems = 1.25);

} // namespace sandglass::widgets

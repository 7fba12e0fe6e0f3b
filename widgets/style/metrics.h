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

/// The first size of a window or dialog: `wide` × `high` ems, or less where its screen has less
/// room below a title bar. A dialog may be as large as the window that it belongs to.
QSize sizeOnScreen(const QWidget* window, double wide, double high);

/// The size of an icon beside the text of a widget.
QSize iconSize(const QWidget* widget, double ems = 1.25);

} // namespace sandglass::widgets

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

/// The size of an icon beside the text of a widget.
QSize iconSize(const QWidget* widget, double ems = 1.25);

} // namespace sandglass::widgets

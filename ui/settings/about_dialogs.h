// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace sandglass::ui {

/// Opens the list of the shortcuts of `window` over it. It deletes itself when closed. GUI thread.
void showShortcuts(QWidget* window);

/// Opens the box with version and licence of the program over `parent`. It deletes itself when
/// closed. GUI thread.
void showAbout(QWidget* parent);

} // namespace sandglass::ui

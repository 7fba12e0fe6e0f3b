// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace sandglass::ui {

/// Opens the list of keyboard shortcuts over `parent`. It deletes itself when closed. GUI thread.
void showShortcuts(QWidget* parent);

/// Opens the box with version and licence of the program over `parent`. It deletes itself when
/// closed. GUI thread.
void showAbout(QWidget* parent);

} // namespace sandglass::ui

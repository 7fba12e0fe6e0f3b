// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace sandglass::ui {

/// Opens the list of keyboard shortcuts; it closes and deletes itself.
void showShortcuts(QWidget* parent);

/// Opens the box with the program's version and licence.
void showAbout(QWidget* parent);

} // namespace sandglass::ui

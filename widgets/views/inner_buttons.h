// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDockWidget;
class QLineEdit;

namespace sandglass::widgets {

// Buttons that Qt makes inside its own widgets have a picture and no name: a screen reader would
// only say "button".

/// Gives a line edit its clear button, named.
void addClearButton(QLineEdit& edit);
/// Names the buttons of a dock's title bar after the dock's title.
void nameTitleButtons(QDockWidget& dock);

} // namespace sandglass::widgets

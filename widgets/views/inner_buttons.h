// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDockWidget;
class QLineEdit;
class QToolBar;

namespace sandglass::widgets {

// Buttons that Qt makes inside its own widgets have a picture and no name: a screen reader would
// only say "button".

/// Gives a line edit its clear button, named; it is made when there is text for the first time.
void addClearButton(QLineEdit& edit);
/// Names the buttons of a dock's title bar after the dock's title.
void nameTitleButtons(QDockWidget& dock);
/// Names the button by which a tool bar that has too little room shows the rest.
void nameExtensionButton(QToolBar& bar);

} // namespace sandglass::widgets

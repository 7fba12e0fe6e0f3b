// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDockWidget;
class QLineEdit;
class QToolBar;

namespace sandglass::widgets {

// Buttons that Qt creates inside its own widgets have a picture but no name. A screen reader would
// only say "button".

/// Gives a line edit a clear button with an accessible name. Qt creates it with the first text.
void addClearButton(QLineEdit& edit);
/// Names the buttons of a dock's title bar after the dock.
void nameTitleButtons(QDockWidget& dock);
/// Names the button with which a narrow tool bar shows its remaining actions.
void nameExtensionButton(QToolBar& bar);

} // namespace sandglass::widgets

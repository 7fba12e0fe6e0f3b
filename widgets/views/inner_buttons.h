// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDockWidget;
class QLineEdit;
class QMainWindow;
class QToolBar;

namespace sandglass::widgets {

// Buttons that Qt creates inside its own widgets have a picture but no name. A screen reader would
// only say "button".

/// Gives a line edit a clear button with an accessible name. Qt creates it with the first text.
void addClearButton(QLineEdit& edit);
/// Names the buttons of a dock's title bar after the dock.
void nameTitleButtons(QDockWidget& dock);
/// Names the bar with the tabs of docks in one place, which Qt keeps beyond the edge of the window
/// while there is none.
void nameDockTabs(QMainWindow& window);
/// Lets assistive tools show and hide a dock by a button with its action. They change the state of
/// the button and so that of the action, without what a click does; the dock then follows.
void letSwitchAct(QDockWidget& dock);
/// Names the button with which a narrow tool bar shows its remaining actions.
void nameExtensionButton(QToolBar& bar);

} // namespace sandglass::widgets

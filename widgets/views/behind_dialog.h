// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace sandglass::widgets {

/// Whether a modal dialog over the window of `widget` has to be answered first. Mouse and keyboard
/// do not reach what is behind it, but an assistive tool presses every button that it finds, and
/// calls every action. GUI thread.
bool isBehindDialog(const QWidget& widget);

} // namespace sandglass::widgets

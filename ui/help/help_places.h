// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

class QWidget;

namespace sandglass::ui {

/// The place in the help for each screen, dialog and part of them, by object name: "page" or
/// "page#anchor". Any thread.
const QHash<QString, QString>& helpPlaces();

/// The place for a widget: that of the widget itself or of its nearest parent that has one. A
/// dialog comes before the window behind it. A widget whose place depends on its state names it in
/// its property "helpPlace", which comes before the table. Empty if none has a place. GUI thread.
QString helpPlaceOf(const QWidget* widget);

} // namespace sandglass::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <vector>

class QAction;
class QWidget;

namespace sandglass::widgets {

/// The shortcuts of an action, and what it does.
struct Shortcut
{
    QList<QKeySequence> keys; ///< the first one is the one that menus show; never empty
    QString text; ///< the text of the action without its access key and without dots
};

/// The shortcuts of the actions that a window owns itself, in the order in which they were created.
/// Actions without a shortcut are left out. GUI thread.
std::vector<Shortcut> shortcutsOf(const QWidget& window);

/// The text of an action without its access key and without dots: "Change expiry". GUI thread.
QString plainText(const QAction& action);

} // namespace sandglass::widgets

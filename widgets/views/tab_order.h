// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace sandglass::widgets {

/// Makes Tab go through some parts of a window one after the other, and through each in the order
/// in which it is read: that of its layouts, splitters and tabs, top down. What is in none of the
/// parts follows behind. All parts must be in the same window. Qt's own order is that in which
/// widgets were created.
void orderTabStops(const QList<QWidget*>& parts);

} // namespace sandglass::widgets

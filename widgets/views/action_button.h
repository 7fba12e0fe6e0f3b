// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPushButton;
class QWidget;

namespace sandglass::widgets {

/// Adds a push button with an icon at the end of a bar's layout. Its accessible name is `text`
/// without the mnemonic and the dots. The bar owns it. GUI thread.
QPushButton* addActionButton(QWidget& bar, const QString& objectName, const QString& iconName,
                             const QString& text);

} // namespace sandglass::widgets

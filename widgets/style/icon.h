// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QIcon>

class QString;

namespace sandglass::widgets {

/// The icon ":/icons/<name>.svg", drawn in the current theme's text colour at every painting, so
/// that it follows a change of theme by itself. Sharp at all sizes and pixel ratios. Faded when
/// disabled; in a selected row, in the selection's text colour. A null icon if there is no such
/// file. GUI thread.
QIcon icon(const QString& name);

/// The same in the colour of a role.
QIcon icon(const QString& name, ColorRole role);

} // namespace sandglass::widgets

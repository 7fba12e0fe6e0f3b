// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QIcon>

class QString;

namespace sandglass::widgets {

/// The icon ":/icons/<name>.svg", drawn in the text colour of the theme in force each time it is
/// painted, so that it follows a change of theme without being set again. Sharp at every size and
/// device pixel ratio. Disabled icons are faded, those in a selected row take the selection's text
/// colour. A null icon if there is no such file. GUI thread.
QIcon icon(const QString& name);

/// The same in the colour of a role.
QIcon icon(const QString& name, ColorRole role);

} // namespace sandglass::widgets

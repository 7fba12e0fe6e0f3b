// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::tests {

/// The page "shortcuts" with the rows of its tables "window-keys" and "help-keys" written anew from
/// the actions of the main window and of the help window. `language`: of the page, "en" or "zh_CN";
/// it must be installed. A page without these tables stays as it is. GUI thread.
QString withShortcutTables(QString page, const QString& language);

} // namespace sandglass::tests

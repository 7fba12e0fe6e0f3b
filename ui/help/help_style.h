// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::ui {

/// The style sheet of the help pages, in the colours of the current theme. GUI thread.
QString helpStyleSheet();

} // namespace sandglass::ui

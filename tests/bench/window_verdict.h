// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace sandglass::bench {

/// Prints one line of the table: a figure, the most that it may be, and whether it is met. Returns
/// the same for programs.
QJsonObject verdict(const char* name, double value, double limit, const char* unit);

} // namespace sandglass::bench

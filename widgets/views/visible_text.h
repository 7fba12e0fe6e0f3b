// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::widgets {

/// Text from a server as it may be shown: control, bidirectional, zero-width and unassigned
/// characters are replaced by a visible mark such as "‹U+202E›", so that a name cannot pretend to
/// be another one. Line feed and tab become "↵" and "⇥". Everything else, any language, stays as it
/// is. Pure; any thread.
QString visibleText(const QString& text);

} // namespace sandglass::widgets

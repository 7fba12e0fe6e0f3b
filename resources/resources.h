// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Files compiled into the program: icons below ":/icons", style sheets below ":/styles",
/// translations below ":/i18n", and help pages below ":/help/<language>".
namespace sandglass::resources {

/// Makes the compiled-in files accessible. Call it before the first icon is created; calling it
/// again has no effect. GUI thread.
void initResources();

} // namespace sandglass::resources

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What is compiled into the program: pictures below ":/icons", style sheets below ":/styles",
/// the pages of the help below ":/help/<language>".
namespace sandglass::resources {

/// Makes the compiled-in files reachable. Once, before the first icon is asked for; again does no
/// harm.
void initResources();

} // namespace sandglass::resources

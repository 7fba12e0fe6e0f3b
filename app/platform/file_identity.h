// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace sandglass::platform {

/// Whether two texts of fileIdentity() may name the same file. A system that begins to tell when
/// files were made, as after an upgrade, gives another text for the same file: its number decides
/// then. Pure.
bool mayBeSameFile(std::string_view one, std::string_view other);

} // namespace sandglass::platform

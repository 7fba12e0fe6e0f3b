// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace sandglass::platform {

/// Whether two results of fileIdentity() may name the same file. If only one of them includes the
/// time when the file was made, as after an upgrade of the system, only the inode numbers are
/// compared. The subvolumes of btrfs are compared if both include them. Pure; any thread.
bool mayBeSameFile(std::string_view one, std::string_view other);

} // namespace sandglass::platform

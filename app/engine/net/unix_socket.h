// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <string>

namespace sandglass::engine::net {

/// Longest path of a unix socket in bytes. On Linux sun_path has 108, NUL included.
inline constexpr std::size_t kMaxSocketPathBytes = 107;

/// Removes a socket file at `path` that no process listens on any more, so that the path can be
/// bound. Errors: InvalidInput for a path that is empty or too long; Conflict when a process
/// listens there or the file is not a socket; Storage when the file cannot be examined or removed.
Result<void> clearSocketPath(const std::string& path);

/// The inode of a path, to recognise one's own socket file later; 0 when there is none.
std::uint64_t fileNumber(const std::string& path);

} // namespace sandglass::engine::net

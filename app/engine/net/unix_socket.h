// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <string>

namespace sandglass::engine::net {

/// Longest path of a unix socket in bytes (Linux: sun_path with its NUL is 108).
inline constexpr std::size_t kMaxSocketPathBytes = 107;

/// Makes way for a new socket at `path`: a socket file that nobody answers on any more is removed.
/// Errors: InvalidInput for a path that is empty or too long; Conflict when something answers
/// there, or when the file is no socket; Storage when the file cannot be looked at or removed.
Result<void> clearSocketPath(const std::string& path);

/// Which file a path means, to recognise one's own socket file later; 0 when there is none.
std::uint64_t fileNumber(const std::string& path);

} // namespace sandglass::engine::net

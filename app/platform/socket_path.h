// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::platform {

/// Whether a unix socket can have this path. Errors: InvalidInput for a path that is empty or
/// longer than maxSocketPathBytes(). Pure; any thread.
Result<void> checkSocketPath(const std::string& path);

} // namespace sandglass::platform

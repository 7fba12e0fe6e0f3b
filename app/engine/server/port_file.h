// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::server {

/// Writes the port to a new file and renames it, so that a waiting reader never sees half a number.
/// Errors: InvalidInput when the file cannot be written.
Result<void> writePortFile(const std::string& path, int port);

} // namespace sandglass::engine::server

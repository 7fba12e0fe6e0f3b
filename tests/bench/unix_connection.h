// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::bench {

/// A connected stream socket on a path; the caller closes it. Errors: InvalidInput for a path that
/// is too long, Network.
Result<int> connectUnix(const std::string& path);

} // namespace sandglass::bench

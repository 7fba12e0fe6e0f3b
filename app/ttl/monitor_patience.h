// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <chrono>
#include <optional>

namespace sandglass::ttl {

/// How long a TTL monitor may be quiet, and a document overdue, before something is wrong: two
/// periods of the monitor (60 s where the server does not report it) and 10 s, since a pass takes
/// time and readings come seconds apart. A server clock that runs faster than ours also gets what
/// passes on it between two readings. Seconds of the server's clock. Pure; any thread.
std::chrono::seconds monitorPatience(const std::optional<TtlMetrics>& metrics);

} // namespace sandglass::ttl

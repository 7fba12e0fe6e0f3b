// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <chrono>
#include <optional>

namespace sandglass::ttl {

/// The time without a pass, or with a document overdue, after which the TTL monitor counts as
/// stuck: two periods of the monitor (60 s each where the server does not report them) and 10 s, as
/// a pass takes time and the readings are seconds apart. For a server clock that runs faster than
/// ours, the time that passes on it between two readings is added. Seconds of the server's clock.
/// Pure; any thread.
std::chrono::seconds monitorPatience(const std::optional<TtlMetrics>& metrics);

} // namespace sandglass::ttl

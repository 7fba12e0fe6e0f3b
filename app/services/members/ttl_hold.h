// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

namespace sandglass::services {

/// Confirms what the bundled engine holds back: the time of day is right, and what is due may be
/// deleted. Errors: those of the server. Blocking; any thread. Source: app/ttl/SEMANTICS.md 3.2.
Result<void> releaseHold(ttl::TtlServer& server, const ttl::CallLimits& limits);

} // namespace sandglass::services

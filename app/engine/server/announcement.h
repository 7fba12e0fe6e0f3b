// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/server/engine_options.h"

namespace sandglass::engine::server {

/// Logs where the engine listens, in MongoDB's words: programs wait for these lines. `port`: the
/// TCP port in use, or −1.
void announce(const EngineOptions& options, int port, base::Log& log);

} // namespace sandglass::engine::server

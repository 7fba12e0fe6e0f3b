// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::bench {

/// Listens on a unix socket at `path` and sends back whatever it reads, on one thread, until the
/// process is ended: what the engine's network costs at the least. Returns the exit code.
int serveEcho(const char* path);

} // namespace sandglass::bench

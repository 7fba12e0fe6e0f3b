// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/run.h"

namespace sandglass::bench {

/// T12: round trips of {ping: 1} with one and with 16 connections, beside an Asio server that only
/// sends back what it gets: another process of this program, see echo_server.h. Both on a unix
/// socket.
void measurePing(Run& run);

} // namespace sandglass::bench

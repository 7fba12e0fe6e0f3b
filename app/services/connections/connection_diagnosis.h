// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/connection_text.h"
#include "app/services/connections/connect_finding.h"
#include "app/ttl/call_limits.h"

#include <functional>
#include <string>

namespace sandglass::services {

/// Finds out why connecting to `uri` failed with `error`. Blocks; runs on a worker thread.
using ConnectionDiagnosis = std::function<ConnectFinding(const std::string& uri, const Error& error,
                                                         const ttl::CallLimits& limits)>;

/// The diagnosis of the program: it looks up the names, opens sockets, reads the first bytes,
/// negotiates TLS and says hello, in that order and to one host after the other, and returns what
/// it found at the host where it came furthest. It sends no password. Blocks until then or until
/// the time limit of `limits`, except that looking up a name takes as long as the system takes. Any
/// thread but that of the GUI.
ConnectFinding diagnoseConnection(const std::string& uri, const Error& error,
                                  const ttl::CallLimits& limits);

/// Why a connection string that can be read is not used; None: it is. Pure.
ConnectTrouble refusalTrouble(const protocol::ConnectionParts& parts);

/// What is wrong with the string itself and with the files that it names; None when nothing is.
/// Reads files. Any thread.
ConnectFinding stringFinding(const protocol::ConnectionReading& reading);

} // namespace sandglass::services

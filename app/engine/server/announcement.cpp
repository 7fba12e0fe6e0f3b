// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/announcement.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sandglass::engine::server {

namespace {

// as in MongoDB
constexpr int kListeningLogId = 23015;
constexpr int kReadyLogId = 23016;

void announceAddress(const std::string& address, base::Log& log)
{
    log.write({base::Severity::Info,
               "NETWORK",
               kListeningLogId,
               "listener",
               "Listening on",
               {{"address", address}}});
}

} // namespace

void announce(const EngineOptions& options, int port, base::Log& log)
{
    if (!options.unixSocket.empty()) {
        announceAddress(options.unixSocket, log);
    }
    if (port >= 0) {
        announceAddress(options.bindAddress, log);
    }
    log.write({base::Severity::Info,
               "NETWORK",
               kReadyLogId,
               "listener",
               "Waiting for connections",
               {{"port", std::int64_t{std::max(port, 0)}},
                {"ssl", std::string(options.tls ? "on" : "off")}}});
}

} // namespace sandglass::engine::server

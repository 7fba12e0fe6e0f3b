// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/net/server.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::commands {
class Context;
struct Request;
} // namespace sandglass::engine::commands

namespace sandglass::engine::server {

/// Turns messages into command calls and their outcome into reply messages. A command's failure is
/// a reply; only the layers below close connections. Called from several worker threads at once.
class Dispatcher final : public net::RequestHandler
{
public:
    explicit Dispatcher(commands::Context& context);

    void connectionOpened(const net::ConnectionInfo& connection) override;
    void connectionClosed(std::int64_t connectionId) override;
    std::optional<std::vector<std::uint8_t>> handle(const net::ConnectionInfo& connection,
                                                    wire::Message&& message) override;

    /// Connections open now, and accepted since start.
    std::int64_t currentConnections() const { return m_current; }
    std::int64_t totalConnections() const { return m_total; }

private:
    bson::Document answer(commands::Request& request);

    commands::Context& m_context;
    std::atomic<std::int64_t> m_current{0};
    std::atomic<std::int64_t> m_total{0};
    std::atomic<std::int32_t> m_nextRequestId{1};
};

} // namespace sandglass::engine::server

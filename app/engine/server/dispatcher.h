// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/net/server.h"
#include "app/engine/server/legacy_service.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::bson {
class Builder;
}

namespace sandglass::engine::request {
struct Request;
struct Turn;
} // namespace sandglass::engine::request

namespace sandglass::engine::commands {
class Context;
struct Command;
} // namespace sandglass::engine::commands

namespace sandglass::engine::server {

/// Runs the command that a message holds and makes the reply message from its outcome. A failed
/// command is an error reply; only the layers below close connections. Called from several worker
/// threads at once.
class Dispatcher final : public net::RequestHandler
{
public:
    /// `context` must outlive it.
    explicit Dispatcher(commands::Context& context);

    void connectionOpened(const net::ConnectionInfo& connection) override;
    void connectionClosed(std::int64_t connectionId) override;
    void peerLeft(std::int64_t connectionId) override;
    bool endsWithClient(const wire::Message& message) const override;
    net::Standing standingOf(std::int64_t connectionId) const override;
    void endSoon() override;
    net::Effort effortOf(const wire::Message& message) const override;
    std::optional<std::vector<std::uint8_t>> handle(const net::ConnectionInfo& connection,
                                                    const wire::Message& message,
                                                    request::Turn& turn) override;
    void seriesAbandoned(const request::ReplySeries& series) override;

    std::optional<std::vector<std::uint8_t>> refuse(const wire::Message& message) override;

    /// The number of open connections.
    std::int64_t currentConnections() const { return m_current; }
    /// The number of connections accepted since start.
    std::int64_t totalConnections() const { return m_total; }
    /// Appends the section `network` of serverStatus: bytes and messages since start.
    void appendNetwork(bson::Builder& status) const;

private:
    /// A command's reply, after `room` bytes that are left for the header of the reply message. So
    /// the header is written in front of a large reply without copying it.
    struct Answer
    {
        std::vector<std::uint8_t> bytes;
        std::size_t room = 0;

        /// The reply without the header.
        bson::DocumentView document() const
        {
            return bson::DocumentView(bson::Bytes(bytes).subspan(room));
        }
    };

    /// Runs a command and records its outcome for getLastError.
    Answer answer(request::Request& request, std::size_t room);
    /// Checks and runs a command. `known`: null for an unknown name.
    Answer runCommand(const commands::Command* known, request::Request& request, std::size_t room);
    /// The message with a reply to `message`. `series`: of its turn.
    std::vector<std::uint8_t> finished(const wire::Message& message, Answer answer,
                                       request::ReplySeries& series);
    /// An error reply.
    Answer failed(const Error& error, std::size_t room) const;
    /// The reply message; nullopt when the message gets none, and when the command waits (see
    /// request::Turn).
    std::optional<std::vector<std::uint8_t>>
    reply(const net::ConnectionInfo& connection, const wire::Message& message, request::Turn& turn);
    /// As reply(), for a message that is not a command.
    std::optional<std::vector<std::uint8_t>> legacyReply(const net::ConnectionInfo& connection,
                                                         const wire::Message& message,
                                                         request::ReplySeries& series);

    commands::Context& m_context;
    LegacyService m_legacy;
    std::atomic<std::int64_t> m_current{0};
    std::atomic<std::int64_t> m_total{0};
    std::atomic<std::int64_t> m_requests{0};
    std::atomic<std::int64_t> m_bytesIn{0};
    std::atomic<std::int64_t> m_physicalBytesIn{0};
    std::atomic<std::int64_t> m_bytesOut{0};
    std::atomic<std::int64_t> m_physicalBytesOut{0};
    std::atomic<std::int32_t> m_nextRequestId{1};
};

} // namespace sandglass::engine::server

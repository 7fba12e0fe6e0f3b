// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/frame_buffer.h"
#include "app/engine/net/listener.h"
#include "app/engine/net/server.h"
#include "app/engine/net/waiting_room.h"

#include <asio/awaitable.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/thread_pool.hpp>
#include <asio/use_awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::engine::net {

/// Given to an operation of Asio, makes it awaitable and lets it hand out its error together with
/// its results; without it errors would be thrown.
inline constexpr auto kTuple = asio::experimental::as_tuple(asio::use_awaitable);

/// What every session uses and none owns.
struct SessionContext
{
    RequestHandler& handler;
    base::Log& log;
    asio::thread_pool& workers;
    asio::io_context& io;
    WaitingRoom& waitingRoom;
};

/// One connection: reads a message, has it handled, writes the reply, again and again. Lives on the
/// I/O thread; only the call of the handler happens on a worker.
class Session
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    Session(Socket socket, ConnectionInfo info, SessionContext context);

    const ConnectionInfo& info() const { return m_info; }
    /// Runs until the connection has ended, for whatever reason; logs a broken protocol.
    asio::awaitable<void> run();
    /// Ends now, or after the reply when a request is being handled; one that waits is answered
    /// now.
    void endSoon();
    /// Drops the connection when the peer owes us something (the rest of a message, or taking its
    /// reply) and nothing has moved for `limit`.
    void dropIfStuck(SteadyTime now, std::chrono::milliseconds limit);

private:
    using Bytes = std::vector<std::uint8_t>;
    enum class Phase { Waiting, Receiving, Handling, Resting, Sending };
    struct Outcome
    {
        std::optional<Bytes> reply;
        Turn turn = {};
        bool goOn = true;
    };

    asio::awaitable<std::optional<Bytes>> receive();
    asio::awaitable<bool> answer(wire::Message message);
    asio::awaitable<bool> send(const Bytes& reply);
    // The only member that runs on a worker; it touches nothing that the I/O thread changes.
    asio::awaitable<Outcome> onWorker(const wire::Message& message, Turn turn);
    asio::awaitable<Outcome> handleInTurns(const wire::Message& message);
    asio::awaitable<bool> rest(const Turn& turn, std::uint64_t seenChanges);
    void watchPeer(const std::shared_ptr<Rest>& rest);
    void enter(Phase phase);
    void warn(int id, const char* message, const std::string& reason);
    void close();

    const ConnectionInfo m_info;
    const SessionContext m_context;
    Socket m_socket;
    FrameBuffer m_frames;
    Phase m_phase = Phase::Waiting;
    SteadyTime m_lastMove;
    std::shared_ptr<Rest> m_rest; // while resting
    bool m_ending = false;
};

} // namespace sandglass::engine::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/frame_buffer.h"
#include "app/engine/net/gate.h"
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
    Gate& any; ///< in front of the workers, by effort
    Gate& inTurn;
};

/// One connection: reads a message, has it handled, writes the reply, again and again. Lives on the
/// I/O thread; what may block is handled on a worker, which also begins to send the reply, so that
/// the client need not wait until the I/O thread is awake.
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
        std::size_t sent = 0; // bytes of the reply that have gone already
        Turn turn = {};
        std::uint64_t seenChanges = 0; // before the handler looked
        bool goOn = true;

        // Nothing is left to be done.
        bool isAnswered() const { return goOn && !turn.wait && (!reply || sent == reply->size()); }
    };

    Result<std::optional<wire::Message>> nextMessage();
    asio::awaitable<Result<std::optional<wire::Message>>> parseOnWorker();
    asio::awaitable<bool> readMore();
    asio::awaitable<bool> answer(const wire::Message& message, Effort effort, Outcome outcome);
    // These two also run on a worker; they touch nothing that the I/O thread changes meanwhile.
    Outcome look(const wire::Message& message, Turn turn);
    std::size_t sendNow(const Bytes& reply) const;
    asio::awaitable<Outcome> onWorker(const wire::Message& message, Turn turn);
    asio::awaitable<Outcome> throughGate(Gate& gate, const wire::Message& message, Turn turn);
    asio::awaitable<Outcome> lookAgain(const wire::Message& message, Outcome outcome);
    asio::awaitable<bool> send(const Bytes& reply, std::size_t sent);
    asio::awaitable<bool> rest(const Turn& turn, std::uint64_t seenChanges);
    void watchPeer(const std::shared_ptr<Rest>& rest);
    void enter(Phase phase);
    void warn(int id, const char* message, const std::string& reason);
    void close();

    const ConnectionInfo m_info;
    const SessionContext m_context;
    Socket m_socket;
    const Socket::native_handle_type m_descriptor; // of m_socket, for the worker too
    FrameBuffer m_frames;
    Bytes m_large; // a whole message that is to be taken apart on a worker
    Phase m_phase = Phase::Waiting;
    SteadyTime m_lastMove;
    std::shared_ptr<Rest> m_rest; // while resting
    bool m_ending = false;
};

} // namespace sandglass::engine::net

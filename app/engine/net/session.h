// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/frame_buffer.h"
#include "app/engine/net/gate.h"
#include "app/engine/net/listener.h"
#include "app/engine/net/message_budget.h"
#include "app/engine/net/reply_budget.h"
#include "app/engine/net/server.h"
#include "app/engine/net/tls_context.h"
#include "app/engine/net/waiting_room.h"

#include <asio/awaitable.hpp>
#include <asio/ssl/stream.hpp>
#include <asio/thread_pool.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::engine::net {

/// What all sessions share. The server owns it.
struct SessionContext
{
    RequestHandler& handler;
    base::Log& log;
    asio::thread_pool& workers;
    asio::io_context& io;
    WaitingRoom& waitingRoom;
    Gate& any; ///< for Effort::Any
    Gate& inTurn; ///< for Effort::InTurn
    Gate& administrative; ///< for Effort::Administrative
    MessageBudget& messages; ///< of messages that have arrived
    ReplyBudget& replies; ///< that clients have not read
    TlsContext* tls = nullptr; ///< null: the connection is not encrypted
    std::chrono::milliseconds loginLimit = std::chrono::seconds(10); ///< see ListenOptions
    /// How long a large message waits for memory; see ListenOptions::idleLimit.
    std::chrono::milliseconds patience = std::chrono::seconds(30);
};

/// One connection: reads a message, has it handled, sends the reply, and repeats. Runs on the I/O
/// thread. What may block runs on a worker. The worker also starts to send the reply, so that the
/// client need not wait for the I/O thread to wake up.
class Session
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    /// `refused`: one connection too many. Its first message gets the handler's refusal.
    Session(Socket socket, ConnectionInfo info, SessionContext context, bool refused = false);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The connection, for logs and the handler.
    const ConnectionInfo& info() const { return m_info; }
    /// Whether the handler never knew this connection, as it was one too many.
    bool isRefused() const { return m_refused; }
    /// Whether the client has logged in, or need not. False until judgeStanding() was called.
    bool isKnown() const { return m_known; }
    /// Asks the handler whether the client has logged in, and limits its messages until then.
    void judgeStanding();
    /// Runs until the connection ends for any reason. Logs violations of the protocol.
    asio::awaitable<void> run();
    /// Closes the connection, after the reply if a request is being handled. A request that waits
    /// is answered at once.
    void endSoon();
    /// Closes the connection when the peer must act (send the rest of a message, read its reply)
    /// and no byte has moved for `limit`, or it has taken longer and bytes move too slowly. A
    /// refused connection must send its first message within the limit. Closes it as well when the
    /// client should have logged in by now.
    void dropIfStuck(SteadyTime now, std::chrono::milliseconds limit);
    /// Tells the handler when the client of a long write has gone. Called at intervals: a short
    /// write is completed without its client, and costs no watch.
    void noticeLeaving();
    /// Bytes of the reply that the client has not read, and since when it reads; nullopt when it
    /// reads none.
    std::optional<std::pair<std::size_t, SteadyTime>> unreadReply() const;
    /// Closes the connection, whose client has not read its reply, to make room for others.
    void giveUpReply();

private:
    using Bytes = std::vector<std::uint8_t>;
    /// Waiting for a message, receiving one, handling it, paused until it can be answered, sending
    /// the reply.
    enum class Phase { Waiting, Receiving, Handling, Paused, Sending };
    /// The result of one attempt.
    struct Outcome
    {
        std::optional<Bytes> reply;
        std::size_t sent = 0; // bytes of the reply already sent
        request::Turn turn = {};
        std::uint64_t seenChanges = 0; // WaitingRoom::changes() before the attempt
        bool goOn = true; ///< false: the connection must end

        // Whether nothing is left to do for this message.
        bool isAnswered() const
        {
            return goOn && !turn.wait && !turn.series.goesOn && (!reply || sent == reply->size());
        }
    };

    /// Whether the client should have logged in by now.
    bool missesLogin(SteadyTime now);
    /// Agrees on the encryption. False when that failed.
    asio::awaitable<bool> encrypt();
    /// See the definition.
    Result<std::optional<wire::Message>> nextMessage();
    /// Parses m_large on a worker, once there is memory for it. Errors: Protocol.
    asio::awaitable<Result<std::optional<wire::Message>>> parseOnWorker();
    /// Waits until `bytes` may be held. False when there was no room in time.
    asio::awaitable<bool> waitForRoom(std::size_t bytes);
    /// Reads from the socket once. False when the connection has ended.
    asio::awaitable<bool> readMore();
    /// Completes a request and sends its reply, or its series of replies. See the definition.
    asio::awaitable<bool> answer(const wire::Message& message, Effort effort, Outcome outcome);
    // These two also run on a worker. They use nothing that the I/O thread changes meanwhile.
    /// One attempt to handle a message; also starts to send the reply.
    Outcome attempt(const wire::Message& message, request::Turn turn);
    /// Sends what the socket accepts without blocking; returns the number of bytes.
    std::size_t sendNow(const Bytes& reply) const;
    /// The gate of what does not run on the I/O thread.
    Gate& gateOf(Effort effort) const;
    /// Whether the message that comes or the reply that goes, older than `limit`, is too slow.
    bool crawls(SteadyTime now, std::chrono::milliseconds limit) const;
    /// Keeps the account of the bytes that are held for a message. False, and nothing changed, when
    /// that would be too many.
    bool hold(std::size_t bytes);
    /// Makes one attempt on a worker.
    asio::awaitable<Outcome> onWorker(const wire::Message& message, request::Turn turn);
    /// Makes one attempt on a worker after passing `gate`.
    asio::awaitable<Outcome> throughGate(Gate& gate, const wire::Message& message,
                                         request::Turn turn);
    /// The outcome of a request that nobody waits for any more.
    Outcome unwanted(const request::Turn& turn) const;
    /// Pauses and tries again until there is an answer.
    asio::awaitable<Outcome> retry(const wire::Message& message, Effort effort, Outcome outcome);
    /// One more attempt, where the first one was made.
    asio::awaitable<Outcome> again(const wire::Message& message, Effort effort, request::Turn turn);
    /// Sends the reply from byte `sent` on. False when the peer has gone.
    asio::awaitable<bool> send(const Bytes& reply, std::size_t sent);
    /// Waits as `turn` asks. False when the client has disconnected.
    asio::awaitable<bool> pause(const request::Turn& turn, std::uint64_t seenChanges);
    /// Changes the phase and, where dropIfStuck() needs it, notes the time.
    void enter(Phase phase);
    /// Logs a warning with this connection's number.
    void warn(int id, const char* message, const std::string& reason);
    /// Logs a warning that a reply does not reach its client.
    void warnOfReply(const std::string& reason);
    /// Closes the socket; pending operations end with an error.
    void close();

    const ConnectionInfo m_info;
    const SessionContext m_context;
    Socket m_socket;
    std::optional<asio::ssl::stream<Socket&>> m_tls; // over m_socket; unset: not encrypted
    const Socket::native_handle_type m_descriptor; // of m_socket; workers use it as well
    FrameBuffer m_frames;
    Bytes m_large; // a whole message to be parsed on a worker
    const bool m_refused;
    bool m_known = false;
    const SteadyTime m_openedAt;
    std::size_t m_held = 0; // bytes in m_context.messages
    Phase m_phase = Phase::Waiting;
    SteadyTime m_lastMove;
    SteadyTime m_partSince; // begin of Phase::Receiving or Phase::Sending
    std::size_t m_sentBytes = 0; // of the reply, in Phase::Sending
    std::size_t m_replyBytes = 0; // of the reply, in Phase::Sending
    bool m_mayEndEarly = false; // a write runs that its client's leaving ends
    bool m_sendsNoMore = false; // the client, when noticeLeaving() looked last
    std::shared_ptr<Wait> m_wait; // while paused
    bool m_ending = false;
};

} // namespace sandglass::engine::net

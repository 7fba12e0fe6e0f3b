// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/session.h"

#include "app/engine/net/error_tuple.h"
#include "app/engine/net/least_speed.h"
#include "app/engine/net/peer_watch.h"
#include "app/engine/wire/parse.h"
#include "app/platform/local_socket.h"

#include <asio/bind_executor.hpp>
#include <asio/buffer.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <asio/use_awaitable.hpp>

#include <exception>
#include <limits>
#include <utility>

namespace sandglass::engine::net {

namespace {

// Log ids as in MongoDB.
constexpr int kReceiveError = 22988;
constexpr int kSendError = 22989;
constexpr int kHandshakeError = 23257;
constexpr const char* kReceiveErrorText
    = "Error receiving request from client. Ending connection from remote";
constexpr const char* kHandshakeErrorText = "Error during the TLS handshake. Ending connection";
constexpr const char* kSendErrorText
    = "Error sending response to client. Ending connection from remote";

// Enough for the commands of a login, with what drivers say about themselves.
constexpr std::size_t kBytesBeforeLogin = std::size_t{16} * 1024;

// Larger messages are parsed on a worker; that takes about a millisecond per megabyte.
constexpr std::size_t kLargeBytes = std::size_t{64} * 1024;

// Any thread.
Result<std::optional<wire::Message>> parsed(std::vector<std::uint8_t> frame)
{
    try {
        Result<wire::Message> message = wire::parse(std::move(frame));
        TRY(message);
        return std::optional(std::move(*message));
    } catch (const std::exception& problem) {
        return base::failure(Errc::Internal, problem.what()); // no memory for this one message
    }
}

} // namespace

Session::Session(Socket socket, ConnectionInfo info, SessionContext context, bool refused)
    : m_info(std::move(info))
    , m_context(context)
    , m_socket(std::move(socket))
    , m_descriptor(m_socket.native_handle())
    , m_refused(refused)
    , m_openedAt(std::chrono::steady_clock::now())
    , m_lastMove(m_openedAt)
{
    if (m_context.tls != nullptr) {
        m_tls.emplace(m_socket, *m_context.tls);
    }
}

Session::~Session()
{
    m_context.parts.change(m_heldPart, 0);
}

asio::awaitable<void> Session::run()
{
    if (m_tls) {
        const bool encrypted = co_await encrypt();
        if (!encrypted) {
            close();
            co_return;
        }
    }
    while (!m_ending) {
        Result<std::optional<wire::Message>> message = nextMessage();
        if (!m_large.empty()) {
            message = co_await parseOnWorker();
        }
        if (!message) {
            warn(kReceiveError, kReceiveErrorText, message.error().message);
            break;
        }
        if (!message->has_value()) {
            const bool more = co_await readMore();
            if (!more) {
                break;
            }
            continue;
        }
        enter(Phase::Handling);
        if (m_refused) {
            if (const auto refusal = m_context.handler.refuse(**message)) {
                co_await send(*refusal, 0);
            }
            break;
        }
        const Effort effort = m_context.handler.effortOf(**message);
        Outcome outcome;
        if (effort == Effort::Instant) {
            // saves the coroutines below for the most frequent messages
            outcome = attempt(**message, {});
            if (outcome.isAnswered()) {
                continue;
            }
        }
        const bool goOn = co_await answer(**message, effort, std::move(outcome));
        if (!goOn) {
            break;
        }
    }
    close();
}

void Session::endSoon()
{
    m_ending = true;
    if (m_phase == Phase::Waiting || m_phase == Phase::Receiving) {
        close();
    }
    if (m_wait) {
        m_wait->timer.cancel();
    }
}

asio::awaitable<bool> Session::encrypt()
{
    enter(Phase::Receiving);
    const auto [error] = co_await m_tls->async_handshake(asio::ssl::stream_base::server, kTuple);
    if (error) {
        warn(kHandshakeError, kHandshakeErrorText, error.message());
    }
    co_return !error;
}

void Session::judgeStanding()
{
    m_known = m_context.handler.standingOf(m_info.id) == Standing::Known;
    m_frames.setLimit(m_known ? std::numeric_limits<std::size_t>::max() : kBytesBeforeLogin);
}

bool Session::missesLogin(SteadyTime now)
{
    if (m_known || m_refused) {
        return false;
    }
    // a request that is being handled may be the login
    if (m_phase == Phase::Handling || m_phase == Phase::Paused
        || now - m_openedAt < m_context.loginLimit) {
        return false;
    }
    return m_context.handler.standingOf(m_info.id) == Standing::Stranger;
}

void Session::dropIfStuck(SteadyTime now, std::chrono::milliseconds limit)
{
    if (m_socket.is_open() && missesLogin(now)) {
        warn(kReceiveError, kReceiveErrorText, "The client did not log in in time.");
        close();
        return;
    }
    // only the peer can end these phases
    const bool receives = m_phase == Phase::Receiving || (m_refused && m_phase == Phase::Waiting);
    const bool owed = receives || m_phase == Phase::Sending;
    if (!owed || (now - m_lastMove < limit && !crawls(now, limit)) || !m_socket.is_open()) {
        return;
    }
    if (receives) {
        warn(kReceiveError, kReceiveErrorText, "The rest of a message did not arrive in time.");
    } else {
        warn(kSendError, kSendErrorText, "The reply was not read in time.");
    }
    close();
}

bool Session::crawls(SteadyTime now, std::chrono::milliseconds limit) const
{
    const bool receives = m_phase == Phase::Receiving;
    if (!receives && m_phase != Phase::Sending) {
        return false;
    }
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_partSince);
    const std::size_t moved = receives ? m_frames.arrivedBytes() : m_sentBytes;
    return isTooSlow(moved, age, limit);
}

// nullopt when more bytes are needed, or when the message went to m_large.
Result<std::optional<wire::Message>> Session::nextMessage()
{
    if (!m_known && !m_refused) {
        judgeStanding();
    }
    Result<std::optional<Bytes>> frame = m_frames.take();
    TRY(frame);
    if (!frame->has_value()) {
        return std::optional<wire::Message>();
    }
    // a compressed message may be large all the same
    if (!m_known && !m_refused && wire::plainBytes(**frame) > kBytesBeforeLogin) {
        return base::failure(Errc::Protocol, "The message is too large before a login.");
    }
    if (wire::plainBytes(**frame) > kLargeBytes) {
        m_large = std::move(**frame);
        return std::optional<wire::Message>();
    }
    return parsed(std::move(**frame));
}

// Validating it here would delay all other connections.
asio::awaitable<Result<std::optional<wire::Message>>> Session::parseOnWorker()
{
    enter(Phase::Handling);
    // keeps the I/O thread running while only a worker knows about this session
    const auto busy = asio::make_work_guard(m_context.io);
    co_await asio::post(asio::bind_executor(m_context.workers.get_executor(), asio::use_awaitable));
    Result<std::optional<wire::Message>> message = parsed(std::exchange(m_large, {}));
    co_await asio::post(asio::bind_executor(m_context.io.get_executor(), asio::use_awaitable));
    co_return message;
}

// False when the peer has disconnected, or the session was closed.
asio::awaitable<bool> Session::readMore()
{
    enter(m_frames.hasPart() ? Phase::Receiving : Phase::Waiting);
    const std::span<std::uint8_t> room = m_frames.room();
    if (!holdPart()) {
        warn(kReceiveError, kReceiveErrorText,
             "Too much memory is held by messages that have arrived in part.");
        // at once, so that no other connection has to go as well
        m_context.parts.change(std::exchange(m_heldPart, 0), 0);
        co_return false;
    }
    const auto buffer = asio::buffer(room.data(), room.size());
    if (m_tls) {
        const auto [error, count] = co_await m_tls->async_read_some(buffer, kTuple);
        m_frames.commit(error ? 0 : count);
        co_return !error;
    }
    const auto [error, count] = co_await m_socket.async_read_some(buffer, kTuple);
    m_frames.commit(error ? 0 : count);
    co_return !error;
}

bool Session::holdPart()
{
    const std::size_t held = m_frames.heldBytes();
    if (!m_context.parts.change(m_heldPart, held)) {
        return false;
    }
    m_heldPart = held;
    return true;
}

Gate& Session::gateOf(Effort effort) const
{
    switch (effort) {
    case Effort::InTurn:
        return m_context.inTurn;
    case Effort::Administrative:
        return m_context.administrative;
    case Effort::Instant:
    case Effort::Any:
        break;
    }
    return m_context.any;
}

// False when the connection must end. `outcome`: of the first attempt, if the effort is Instant.
asio::awaitable<bool> Session::answer(const wire::Message& message, Effort effort, Outcome outcome)
{
    if (effort != Effort::Instant) {
        outcome = co_await throughGate(gateOf(effort), message, {});
    }
    while (true) {
        if (outcome.turn.wait) {
            outcome = co_await retry(message, std::move(outcome));
        }
        bool goOn = outcome.goOn;
        if (goOn && outcome.reply) {
            goOn = co_await send(*outcome.reply, outcome.sent);
        }
        const request::ReplySeries& series = outcome.turn.series;
        if (!goOn && (series.goesOn || series.lastReply != 0)) {
            m_context.handler.seriesAbandoned(series);
        }
        if (!goOn || !outcome.reply || !series.goesOn || m_ending) {
            co_return goOn;
        }
        // the next reply to the same request, which passes the gate as a request of its own would
        request::Turn turn;
        turn.series = series;
        enter(Phase::Handling);
        outcome = co_await throughGate(m_context.any, message, turn);
    }
}

// `outcome`: of the first attempt, which asked to wait.
asio::awaitable<Session::Outcome> Session::retry(const wire::Message& message, Outcome outcome)
{
    const SteadyTime begin = std::chrono::steady_clock::now();
    while (outcome.turn.wait) {
        // when the server stops, the last attempt follows at once
        if (!m_ending) {
            outcome.goOn = co_await pause(outcome.turn, outcome.seenChanges);
            if (!outcome.goOn) {
                break;
            }
        }
        request::Turn turn;
        turn.series = outcome.turn.series;
        turn.again = true;
        turn.mayWait = !m_ending;
        turn.waited = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
        enter(Phase::Handling);
        outcome = co_await throughGate(m_context.any, message, turn);
    }
    co_return outcome;
}

// False when the client has disconnected.
asio::awaitable<bool> Session::pause(const request::Turn& turn, std::uint64_t seenChanges)
{
    const auto own = std::make_shared<Wait>(m_context.io);
    if (turn.wakeOnChange && !m_context.waitingRoom.enter(own, seenChanges)) {
        co_return true;
    }
    enter(Phase::Paused);
    m_wait = own;
    own->timer.expires_after(*turn.wait);
    // what arrives during the wait belongs to the next request and stays in the socket
    const auto watch = std::make_shared<PeerWatch>(m_socket, [own] { own->timer.cancel(); });
    watch->start();
    co_await own->timer.async_wait(kTuple);
    m_wait.reset();
    m_context.waitingRoom.leave(own);
    watch->end();
    co_return !watch->hasLeft();
}

// What the socket accepts at once. An error shows up when the rest is sent. The state of the
// encryption belongs to the I/O thread.
std::size_t Session::sendNow(const Bytes& reply) const
{
    return m_tls ? 0 : platform::sendNow(m_descriptor, reply);
}

asio::awaitable<bool> Session::send(const Bytes& reply, std::size_t sent)
{
    asio::const_buffer rest = asio::buffer(reply) + sent;
    while (rest.size() > 0) {
        // not the first `sent`, which only filled the buffers of the system
        m_sentBytes = reply.size() - sent - rest.size();
        enter(Phase::Sending);
        if (m_tls) {
            const auto [error, count] = co_await m_tls->async_write_some(rest, kTuple);
            if (error) {
                co_return false;
            }
            rest += count;
            continue;
        }
        const auto [error, count] = co_await m_socket.async_write_some(rest, kTuple);
        if (error) {
            co_return false;
        }
        rest += count;
    }
    co_return true;
}

Session::Outcome Session::attempt(const wire::Message& message, request::Turn turn)
{
    Outcome outcome;
    outcome.turn = std::move(turn);
    // before the attempt, see WaitingRoom
    outcome.seenChanges = m_context.waitingRoom.changes();
    try {
        outcome.reply = m_context.handler.handle(m_info, message, outcome.turn);
    } catch (const std::exception& problem) {
        // no memory for this one request; the other connections are not affected
        warn(kSendError, kSendErrorText, problem.what());
        outcome.turn.wait.reset();
        outcome.goOn = false;
    }
    if (outcome.turn.closes) {
        outcome.goOn = false;
    }
    if (outcome.turn.wait || outcome.turn.closes || message.moreToCome()) {
        outcome.reply.reset();
    }
    if (outcome.reply) {
        outcome.sent = sendNow(*outcome.reply);
    }
    return outcome;
}

asio::awaitable<Session::Outcome> Session::throughGate(Gate& gate, const wire::Message& message,
                                                       request::Turn turn)
{
    // a write that has begun is completed, also without its client
    std::shared_ptr<PeerWatch> watch;
    if (&gate == &m_context.any && !message.moreToCome()) {
        watch = std::make_shared<PeerWatch>(m_socket,
                                            [this] { m_context.handler.peerLeft(m_info.id); });
        watch->start();
    }
    if (!gate.enter()) {
        co_await gate.wait();
    }
    Outcome outcome;
    try {
        if (watch && watch->hasLeft()) {
            outcome = unwanted(turn);
        } else {
            outcome = co_await onWorker(message, turn);
        }
    } catch (...) {
        gate.leave(); // out of memory; the queue behind must not wait for ever
        if (watch) {
            watch->end();
        }
        throw;
    }
    gate.leave();
    if (watch) {
        watch->end();
    }
    co_return outcome;
}

// Of a request whose client left before its turn. What it had sent behind it is still handled.
Session::Outcome Session::unwanted(const request::Turn& turn) const
{
    Outcome outcome;
    outcome.turn.series = turn.series;
    const bool inSeries = turn.series.goesOn || turn.series.lastReply != 0;
    outcome.goOn = !inSeries && !platform::peerHasGone(m_descriptor);
    return outcome;
}

asio::awaitable<Session::Outcome> Session::onWorker(const wire::Message& message,
                                                    request::Turn turn)
{
    // The I/O thread does not know what runs on a worker. It must not end before that comes back.
    const auto busy = asio::make_work_guard(m_context.io);
    co_await asio::post(asio::bind_executor(m_context.workers.get_executor(), asio::use_awaitable));
    Outcome outcome = attempt(message, turn);
    co_await asio::post(asio::bind_executor(m_context.io.get_executor(), asio::use_awaitable));
    co_return outcome;
}

void Session::enter(Phase phase)
{
    if ((phase == Phase::Receiving || phase == Phase::Sending) && phase != m_phase) {
        m_partSince = std::chrono::steady_clock::now();
    }
    m_phase = phase;
    // Needed only while the peer must act. Reading the clock costs more than everything else here.
    if (phase == Phase::Receiving || phase == Phase::Sending) {
        m_lastMove = std::chrono::steady_clock::now();
    }
}

void Session::warn(int id, const char* message, const std::string& reason)
{
    m_context.log.write(
        {base::Severity::Warning,
         "NETWORK",
         id,
         "conn" + std::to_string(m_info.id),
         message,
         {{"error", reason}, {"remote", m_info.remote}, {"connectionId", m_info.id}}});
}

void Session::close()
{
    asio::error_code ignored;
    m_socket.close(ignored);
}

} // namespace sandglass::engine::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/session.h"

#include "app/engine/wire/parse.h"

#include <asio/buffer.hpp>
#include <asio/co_spawn.hpp>
#include <asio/use_awaitable.hpp>

#include <sys/socket.h>

#include <cerrno>
#include <exception>
#include <utility>

namespace sandglass::engine::net {

namespace {

// Numbers as in MongoDB's log.
constexpr int kReceiveError = 22988;
constexpr int kSendError = 22989;
constexpr const char* kReceiveErrorText
    = "Error receiving request from client. Ending connection from remote";
constexpr const char* kSendErrorText
    = "Error sending response to client. Ending connection from remote";

} // namespace

Session::Session(Socket socket, ConnectionInfo info, SessionContext context)
    : m_info(std::move(info))
    , m_context(context)
    , m_socket(std::move(socket))
    , m_lastMove(std::chrono::steady_clock::now())
{
}

asio::awaitable<void> Session::run()
{
    while (!m_ending) {
        std::optional<Bytes> frame = co_await receive();
        if (!frame)
            break;
        Result<wire::Message> message = wire::parse(std::move(*frame));
        if (!message) {
            warn(kReceiveError, kReceiveErrorText, message.error().message);
            break;
        }
        const bool goOn = co_await answer(std::move(*message));
        if (!goOn)
            break;
    }
    close();
}

void Session::endSoon()
{
    m_ending = true;
    if (m_phase == Phase::Waiting || m_phase == Phase::Receiving)
        close();
    if (m_rest)
        m_rest->timer.cancel();
}

void Session::dropIfStuck(SteadyTime now, std::chrono::milliseconds limit)
{
    const bool owed = m_phase == Phase::Receiving || m_phase == Phase::Sending;
    if (!owed || now - m_lastMove < limit || !m_socket.is_open())
        return;
    if (m_phase == Phase::Receiving)
        warn(kReceiveError, kReceiveErrorText, "The rest of a message did not come in time.");
    else
        warn(kSendError, kSendErrorText, "The reply was not taken in time.");
    close();
}

asio::awaitable<std::optional<Session::Bytes>> Session::receive()
{
    while (true) {
        Result<std::optional<Bytes>> frame = m_frames.take();
        if (!frame) {
            warn(kReceiveError, kReceiveErrorText, frame.error().message);
            co_return std::nullopt;
        }
        if (frame->has_value())
            co_return std::move(*frame);
        enter(m_frames.hasPart() ? Phase::Receiving : Phase::Waiting);
        const std::span<std::uint8_t> room = m_frames.room();
        const auto [error, count]
            = co_await m_socket.async_read_some(asio::buffer(room.data(), room.size()), kTuple);
        if (error)
            co_return std::nullopt; // the peer has gone, or we closed
        m_frames.commit(count);
    }
}

asio::awaitable<bool> Session::answer(wire::Message message)
{
    const bool wantsReply = !message.moreToCome();
    const Outcome outcome = co_await handleInTurns(message);
    if (!outcome.reply || !wantsReply)
        co_return outcome.goOn;
    enter(Phase::Sending);
    const bool sent = co_await send(*outcome.reply);
    co_return sent;
}

asio::awaitable<Session::Outcome> Session::handleInTurns(const wire::Message& message)
{
    const SteadyTime begin = std::chrono::steady_clock::now();
    Turn turn;
    while (true) {
        enter(Phase::Handling);
        const std::uint64_t seenChanges = m_context.waitingRoom.changes();
        Outcome outcome = co_await asio::co_spawn(m_context.workers, onWorker(message, turn),
                                                  asio::use_awaitable);
        if (!outcome.turn.wait)
            co_return outcome;
        if (!m_ending) {
            outcome.goOn = co_await rest(outcome.turn, seenChanges);
            if (!outcome.goOn) {
                outcome.reply.reset();
                co_return outcome;
            }
        }
        turn.again = true;
        turn.mayWait = !m_ending;
        turn.waited = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
    }
}

// False when the client has left.
asio::awaitable<bool> Session::rest(const Turn& turn, std::uint64_t seenChanges)
{
    const auto own = std::make_shared<Rest>(m_context.io);
    if (turn.wakeOnChange && !m_context.waitingRoom.enter(own, seenChanges))
        co_return true;
    enter(Phase::Resting);
    m_rest = own;
    own->timer.expires_after(*turn.wait);
    watchPeer(own);
    co_await own->timer.async_wait(kTuple);
    m_rest.reset();
    own->over = true;
    m_context.waitingRoom.leave(own);
    asio::error_code ignored;
    m_socket.cancel(ignored); // the watch of the peer; nothing else is under way
    co_return !own->peerGone;
}

// Bytes that come while we rest are the next request and stay where they are; their end is the
// peer's end.
void Session::watchPeer(const std::shared_ptr<Rest>& rest)
{
    m_socket.async_wait(Socket::wait_read, [this, rest](const asio::error_code& error) {
        if (error || rest->over)
            return; // this session may be gone
        std::uint8_t byte = 0;
        const auto count = ::recv(m_socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        rest->peerGone = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
        if (rest->peerGone)
            rest->timer.cancel();
    });
}

asio::awaitable<bool> Session::send(const Bytes& reply)
{
    asio::const_buffer rest = asio::buffer(reply);
    while (rest.size() > 0) {
        const auto [error, count] = co_await m_socket.async_write_some(rest, kTuple);
        if (error)
            co_return false;
        rest += count;
        enter(Phase::Sending);
    }
    co_return true;
}

asio::awaitable<Session::Outcome> Session::onWorker(const wire::Message& message, Turn turn)
{
    Outcome outcome;
    outcome.turn = turn;
    try {
        outcome.reply = m_context.handler.handle(m_info, message, outcome.turn);
    } catch (const std::exception& problem) {
        // no memory for this one request; the other connections go on
        warn(kSendError, kSendErrorText, problem.what());
        outcome.turn.wait.reset();
        outcome.goOn = false;
    }
    co_return outcome;
}

void Session::enter(Phase phase)
{
    m_phase = phase;
    m_lastMove = std::chrono::steady_clock::now();
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

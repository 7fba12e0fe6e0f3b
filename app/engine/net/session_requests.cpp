// SPDX-License-Identifier: GPL-3.0-or-later
// The requests of Session: where they run, how often, and the way of their replies.
#include "app/engine/net/error_tuple.h"
#include "app/engine/net/peer_watch.h"
#include "app/engine/net/session.h"
#include "app/platform/local_socket.h"

#include <asio/bind_executor.hpp>
#include <asio/buffer.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <asio/use_awaitable.hpp>

#include <exception>
#include <utility>

namespace sandglass::engine::net {

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
            outcome = co_await retry(message, effort, std::move(outcome));
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
        outcome = co_await again(message, effort, turn);
    }
}

// `outcome`: of the first attempt, which asked to wait.
asio::awaitable<Session::Outcome> Session::retry(const wire::Message& message, Effort effort,
                                                 Outcome outcome)
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
        outcome = co_await again(message, effort, turn);
    }
    co_return outcome;
}

// A login that was delayed, or a heartbeat, must not wait for slow reads.
asio::awaitable<Session::Outcome> Session::again(const wire::Message& message, Effort effort,
                                                 request::Turn turn)
{
    enter(Phase::Handling);
    if (effort != Effort::Instant) {
        co_return co_await throughGate(gateOf(effort), message, std::move(turn));
    }
    // in a later turn of the loop, so that a series leaves the others theirs
    co_await asio::post(asio::bind_executor(m_context.io.get_executor(), asio::use_awaitable));
    co_return attempt(message, std::move(turn));
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
    if (rest.size() == 0) {
        co_return true;
    }
    const ReplyBudget::Unread unread(m_context.replies, reply.size());
    m_replyBytes = reply.size();
    m_sentBytes = 0;
    enter(Phase::Sending);
    m_context.replies.enforce(); // may close this connection, too
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
        warnOfReply(problem.what());
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
    // writes are looked at by noticeLeaving(), once they have begun
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
    m_sendsNoMore = false;
    m_mayEndEarly = !message.moreToCome() && m_context.handler.endsWithClient(message);
    co_await asio::post(asio::bind_executor(m_context.workers.get_executor(), asio::use_awaitable));
    Outcome outcome = attempt(message, turn);
    co_await asio::post(asio::bind_executor(m_context.io.get_executor(), asio::use_awaitable));
    m_mayEndEarly = false;
    co_return outcome;
}

} // namespace sandglass::engine::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/session.h"

#include "app/engine/net/error_tuple.h"
#include "app/engine/net/least_speed.h"
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
    m_context.messages.change(m_held, 0);
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
        warnOfReply("The reply was not read in time.");
    }
    close();
}

// As PeerWatch, but without a cost for each write. A client that only sends no more may still read:
// it counts as gone at the second look.
void Session::noticeLeaving()
{
    if (!m_mayEndEarly || !m_socket.is_open()) {
        return;
    }
    const platform::PeerState state = platform::peerState(m_descriptor);
    const bool silent = state == platform::PeerState::SendsNoMore;
    if (state == platform::PeerState::Gone || (silent && m_sendsNoMore)) {
        m_context.handler.peerLeft(m_info.id);
    }
    m_sendsNoMore = silent;
}

std::optional<std::pair<std::size_t, Session::SteadyTime>> Session::unreadReply() const
{
    if (m_phase != Phase::Sending || !m_socket.is_open()) {
        return std::nullopt;
    }
    return std::pair(m_replyBytes, m_partSince);
}

void Session::giveUpReply()
{
    warnOfReply("Too much memory is held by replies that clients have not read.");
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
    if (!m_tls && m_frames.beginsLikeTls()) {
        return base::failure(Errc::Protocol, "The client speaks TLS, but this port does not.");
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
    // a compressed message and what it holds are in memory at the same time
    const std::size_t plain = wire::plainBytes(m_large);
    const std::size_t needed = m_large.size() + (plain > m_large.size() ? plain : 0);
    const bool mustQueue = needed > m_held && m_context.messages.hasLine();
    if (mustQueue || !hold(needed)) {
        const bool granted = co_await waitForRoom(needed);
        if (!granted) {
            co_return base::failure(Errc::Protocol,
                                    m_ending
                                        ? "The server stops."
                                        : "Too much memory is held by messages of other clients.");
        }
    }
    enter(Phase::Handling);
    // keeps the I/O thread running while only a worker knows about this session
    const auto busy = asio::make_work_guard(m_context.io);
    co_await asio::post(asio::bind_executor(m_context.workers.get_executor(), asio::use_awaitable));
    Result<std::optional<wire::Message>> message = parsed(std::exchange(m_large, {}));
    co_await asio::post(asio::bind_executor(m_context.io.get_executor(), asio::use_awaitable));
    if (message && message->has_value()) {
        hold((*message)->frame().size());
    }
    co_return message;
}

asio::awaitable<bool> Session::waitForRoom(std::size_t bytes)
{
    if (!m_context.messages.canEverHold(bytes)) {
        co_return false;
    }
    const SteadyTime end = std::chrono::steady_clock::now() + m_context.patience;
    const auto own = std::make_shared<Wait>(m_context.io);
    m_context.messages.join(own);
    enter(Phase::Paused);
    m_wait = own;
    bool held = false;
    while (!held && !m_ending && std::chrono::steady_clock::now() < end) {
        own->timer.expires_at(end);
        co_await own->timer.async_wait(kTuple);
        held = hold(bytes);
    }
    m_wait.reset();
    m_context.messages.leave(own);
    co_return held;
}

// False when the peer has disconnected, or the session was closed.
asio::awaitable<bool> Session::readMore()
{
    enter(m_frames.hasPart() ? Phase::Receiving : Phase::Waiting);
    const std::span<std::uint8_t> room = m_frames.room();
    if (!hold(m_frames.heldBytes())) {
        warn(kReceiveError, kReceiveErrorText,
             "Too much memory is held by messages that have arrived in part.");
        hold(0); // at once, so that no other connection has to go as well
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

bool Session::hold(std::size_t bytes)
{
    if (!m_context.messages.change(m_held, bytes)) {
        return false;
    }
    m_held = bytes;
    return true;
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

void Session::warnOfReply(const std::string& reason)
{
    warn(kSendError, kSendErrorText, reason);
}

void Session::close()
{
    asio::error_code ignored;
    m_socket.close(ignored);
}

} // namespace sandglass::engine::net

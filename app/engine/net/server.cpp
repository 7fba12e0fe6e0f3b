// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/server.h"

#include "app/engine/net/error_tuple.h"
#include "app/engine/net/gate.h"
#include "app/engine/net/listener.h"
#include "app/engine/net/message_budget.h"
#include "app/engine/net/reply_budget.h"
#include "app/engine/net/session.h"
#include "app/engine/net/tls_context.h"
#include "app/platform/local_socket.h"
#include "app/platform/process.h"

#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>
#include <vector>

namespace sandglass::engine::net {

namespace {

using std::chrono::milliseconds;

constexpr int kIoThreads = 1;
// Reads use the processor: more at a time would only slow each other down.
constexpr std::size_t kWorkersForAny = 4;
// Writes mostly wait for each other or for the disk. Those that wait together share a sync.
constexpr std::size_t kWorkersInTurn = 8;
// For administrators: they must get in when everything else is busy.
constexpr std::size_t kWorkersToAdminister = 2;
// Parses large messages while all other workers are busy.
constexpr std::size_t kWorkersToParse = 1;
// How long requests may go on when the server stops before the server ends them.
constexpr milliseconds kGrace(20);
// Connections that are one too many and wait for their refusal. Further ones are closed at once.
constexpr std::size_t kMostRefusals = 16;
// What the data, logs and listeners may open besides the connections.
constexpr std::uint64_t kOwnDescriptors = 600;
// For how long a peer may read nothing of its last reply when the server stops.
constexpr milliseconds kStopLimit(1000);
// How often the connections are looked at: while the server runs, and when it stops.
constexpr milliseconds kSweep(1000);
constexpr milliseconds kSweepAtStop(50);
constexpr milliseconds kPauseAfterFailedAccept(100);

// Log ids as in MongoDB.
constexpr int kTooManyConnections = 22942;
constexpr int kConnectionAccepted = 22943;
constexpr int kConnectionEnded = 22944;
constexpr int kAcceptError = 22921;
constexpr int kForeignPeer = 9100115;

} // namespace

/// Everything but start() and stop() runs on the I/O thread.
class Server::Core
{
public:
    Core(ListenOptions options, RequestHandler& handler, base::Log& log)
        : m_options(std::move(options))
        , m_handler(handler)
        , m_log(log)
        , m_io(kIoThreads)
        , m_waitingRoom(m_io)
        , m_any(m_io, kWorkersForAny)
        , m_inTurn(m_io, kWorkersInTurn)
        , m_administrative(m_io, kWorkersToAdminister)
        , m_workers(kWorkersForAny + kWorkersInTurn + kWorkersToAdminister + kWorkersToParse)
        , m_sweep(m_io)
        , m_lastWarning(m_io)
    {
    }

    Result<void> open();
    int port() const { return m_port; }
    /// Any thread.
    void announceChange() { m_waitingRoom.announceChange(); }
    void start();
    void stop();

private:
    asio::awaitable<void> acceptAll(Acceptor& acceptor);
    asio::awaitable<void> sweepAll();
    void dropSlowestReaders();
    void admit(Socket socket);
    std::size_t strangers() const;
    void ended(std::int64_t id);
    void beginStop();
    void log(int id, const char* message, const ConnectionInfo& info,
             base::Severity severity = base::Severity::Info);

    const ListenOptions m_options;
    RequestHandler& m_handler;
    base::Log& m_log;
    int m_port = -1;
    std::uint64_t m_socketFile = 0; // inode of our socket file; 0: none

    asio::io_context m_io;
    WaitingRoom m_waitingRoom;
    Gate m_any;
    Gate m_inTurn;
    Gate m_administrative;
    asio::thread_pool m_workers;
    std::unique_ptr<TlsContext> m_tls; ///< null: TCP is not encrypted
    std::vector<Acceptor> m_acceptors;
    asio::steady_timer m_sweep;
    asio::steady_timer m_lastWarning; ///< ends requests, a moment after the stop
    MessageBudget m_messages{m_options.maxMessageBytes};
    ReplyBudget m_replies{m_options.maxReplyBytes, [this] { dropSlowestReaders(); }};
    std::size_t m_refused = 0; ///< connections that are being refused
    std::map<std::int64_t, std::unique_ptr<Session>> m_sessions;
    std::int64_t m_lastId = 0;
    bool m_stopping = false;

    std::thread m_thread; // the owner's
};

Result<void> Server::Core::open()
{
    if (m_options.tls) {
        auto context = makeTlsContext(*m_options.tls);
        TRY(context);
        m_tls = std::move(*context);
    }
    auto listening = openListeners(m_io, m_options);
    TRY(listening);
    m_acceptors = std::move(listening->acceptors);
    m_port = listening->port;
    if (!m_options.unixSocketPath.empty()) {
        m_socketFile = platform::fileNumber(m_options.unixSocketPath);
    }
    return {};
}

void Server::Core::start()
{
    for (Acceptor& acceptor : m_acceptors) {
        asio::co_spawn(m_io, acceptAll(acceptor), asio::detached);
    }
    asio::co_spawn(m_io, sweepAll(), asio::detached);
    m_thread = std::thread([this] { m_io.run(); });
}

void Server::Core::stop()
{
    if (m_thread.joinable()) {
        asio::post(m_io, [this] { beginStop(); });
        m_thread.join();
    }
    // only after the I/O thread: it uses the workers until its end
    m_workers.join();
    m_acceptors.clear();
    // another engine may have taken over the path: only our own file is removed
    if (m_socketFile != 0 && platform::fileNumber(m_options.unixSocketPath) == m_socketFile) {
        platform::removeSocketFile(m_options.unixSocketPath);
    }
    m_socketFile = 0;
}

void Server::Core::beginStop()
{
    m_stopping = true;
    for (Acceptor& acceptor : m_acceptors) {
        asio::error_code ignored;
        acceptor.close(ignored);
    }
    for (const auto& [id, session] : m_sessions) {
        session->endSoon();
    }
    m_sweep.cancel();
    if (m_sessions.empty()) {
        return;
    }
    m_lastWarning.expires_after(kGrace);
    m_lastWarning.async_wait([this](const asio::error_code& error) {
        if (!error) {
            m_handler.endSoon();
        }
    });
}

asio::awaitable<void> Server::Core::acceptAll(Acceptor& acceptor)
{
    while (!m_stopping) {
        Socket socket(m_io);
        const auto [error] = co_await acceptor.async_accept(socket, kTuple);
        if (m_stopping) {
            break; // drops a connection that has just arrived, too
        }
        if (!error) {
            admit(std::move(socket));
            continue;
        }
        m_log.write({base::Severity::Warning,
                     "NETWORK",
                     kAcceptError,
                     "listener",
                     "Error accepting new connection on local endpoint",
                     {{"error", error.message()}}});
        // Most likely no descriptors are left: another attempt at once would fail the same way.
        asio::steady_timer pause(m_io, kPauseAfterFailedAccept);
        co_await pause.async_wait(kTuple);
    }
}

// Checks all connections at intervals; cheaper than a timer for every read and write.
asio::awaitable<void> Server::Core::sweepAll()
{
    while (!m_stopping || !m_sessions.empty()) {
        const milliseconds limit
            = m_stopping ? std::min(m_options.idleLimit, kStopLimit) : m_options.idleLimit;
        m_sweep.expires_after(
            std::min(m_stopping ? kSweepAtStop : kSweep, limit / 4 + milliseconds(1)));
        co_await m_sweep.async_wait(kTuple);
        const auto now = std::chrono::steady_clock::now();
        for (const auto& [id, session] : m_sessions) {
            session->dropIfStuck(now, limit);
            session->noticeLeaving();
        }
    }
}

// Each has had the longest time for its reply. A client that reads is done with it soon.
void Server::Core::dropSlowestReaders()
{
    struct Reader
    {
        Session* session;
        std::size_t bytes;
        Session::SteadyTime since;
    };
    std::vector<Reader> readers;
    std::size_t unread = 0;
    for (const auto& [id, session] : m_sessions) {
        if (const auto reply = session->unreadReply()) {
            readers.push_back({session.get(), reply->first, reply->second});
            unread += reply->first;
        }
    }
    std::ranges::sort(readers, {}, &Reader::since);
    for (const Reader& reader : readers) {
        if (unread <= m_options.maxReplyBytes) {
            return;
        }
        unread -= reader.bytes;
        reader.session->giveUpReply();
    }
}

void Server::Core::admit(Socket socket)
{
    const bool local = isLocal(socket);
    const ConnectionInfo info{++m_lastId, remoteText(socket), local};
    // the mode of the socket file keeps others out; who gets past it all the same ends here
    if (local && !platform::peerIsOwner(socket.native_handle())) {
        log(kForeignPeer, "Connection refused because it comes from another user", info,
            base::Severity::Warning);
        return;
    }
    const bool refused = m_sessions.size() - m_refused >= m_options.maxConnections
        || (!local && strangers() >= std::max<std::size_t>(m_options.maxConnections / 2, 1));
    if (refused) {
        log(kTooManyConnections, "Connection refused because there are too many open connections",
            info, base::Severity::Warning);
        if (m_refused == kMostRefusals) {
            return;
        }
        ++m_refused;
    }
    asio::error_code ignored; // a unix socket has no such option
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    auto session = std::make_unique<Session>(
        std::move(socket), info,
        SessionContext{m_handler, m_log, m_workers, m_io, m_waitingRoom, m_any, m_inTurn,
                       m_administrative, m_messages, m_replies, local ? nullptr : m_tls.get(),
                       m_options.loginLimit, m_options.idleLimit},
        refused);
    Session& started = *session;
    m_sessions.emplace(info.id, std::move(session));
    if (!refused) {
        log(kConnectionAccepted, "Connection accepted", info);
        m_handler.connectionOpened(info);
        started.judgeStanding();
    }
    // ended() is called even if the coroutine threw for lack of memory
    asio::co_spawn(m_io, started.run(),
                   [this, id = info.id](const std::exception_ptr& /*noMemory*/) { ended(id); });
}

// Those that have not logged in, the refused ones excepted.
std::size_t Server::Core::strangers() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_sessions, [](const auto& entry) {
        return !entry.second->isKnown() && !entry.second->isRefused();
    }));
}

void Server::Core::ended(std::int64_t id)
{
    const auto found = m_sessions.find(id);
    const std::unique_ptr<Session> session = std::move(found->second);
    m_sessions.erase(found);
    if (session->isRefused()) {
        --m_refused;
    } else {
        log(kConnectionEnded, "Connection ended", session->info());
        m_handler.connectionClosed(id);
    }
    // the sweep ends when the last session has
    if (m_stopping && m_sessions.empty()) {
        m_sweep.cancel();
        m_lastWarning.cancel();
    }
}

void Server::Core::log(int id, const char* message, const ConnectionInfo& info,
                       base::Severity severity)
{
    m_log.write({severity,
                 "NETWORK",
                 id,
                 id == kConnectionEnded ? "conn" + std::to_string(info.id) : "listener",
                 message,
                 {{"remote", info.remote},
                  {"connectionId", info.id},
                  {"connectionCount", static_cast<std::int64_t>(m_sessions.size())}}});
}

std::size_t connectionsFor(std::uint64_t descriptors)
{
    if (descriptors == 0) {
        return kMaxConnections;
    }
    // with very few descriptors a quarter of them, so that the server can be used at all
    const std::uint64_t left = descriptors > kOwnDescriptors ? descriptors - kOwnDescriptors : 0;
    const std::uint64_t most = std::max(left * 4 / 5, descriptors / 4);
    return static_cast<std::size_t>(std::min<std::uint64_t>(most, kMaxConnections));
}

Result<std::unique_ptr<Server>> Server::listen(const ListenOptions& options,
                                               RequestHandler& handler, base::Log& log)
{
    platform::ignoreBrokenPipes();
    auto core = std::make_unique<Core>(options, handler, log);
    TRY(core->open());
    return std::unique_ptr<Server>(new Server(std::move(core)));
}

Server::Server(std::unique_ptr<Core> core)
    : m_core(std::move(core))
{
}

Server::~Server()
{
    m_core->stop();
}

int Server::port() const
{
    return m_core->port();
}

void Server::announceChange()
{
    m_core->announceChange();
}

void Server::start()
{
    m_core->start();
}

void Server::stop()
{
    m_core->stop();
}

} // namespace sandglass::engine::net

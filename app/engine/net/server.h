// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/request/turn.h"
#include "app/engine/wire/message.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::net {

/// Most connections at a time, whatever the system allows.
inline constexpr std::size_t kMaxConnections = 5000;

/// The most connections of a process that may open `descriptors` files. The data files get their
/// share first, so that no number of clients can stop writes. `descriptors`: 0 when unknown.
std::size_t connectionsFor(std::uint64_t descriptors);

/// What a client is before and after its login.
enum class Standing {
    Stranger, ///< must log in within ListenOptions::loginLimit
    Watcher, ///< a driver's connection that never logs in: it only asks for hello
    Known, ///< has logged in, or need not
};

/// Encryption of the TCP connections, TLS 1.2 or later.
struct TlsOptions
{
    std::string certificateKeyFile; ///< certificate and private key, in PEM format
    std::string caFile; ///< clients need a certificate of these authorities; empty: they need none
    bool clientsNeedNone = false; ///< with `caFile`: a certificate is checked only if there is one
};

/// Where to listen: TCP, a unix socket, or both.
struct ListenOptions
{
    std::string bindAddress = "127.0.0.1"; ///< an IP address, or "localhost"
    int port = -1; ///< 0 takes any free one; -1: no TCP
    std::string unixSocketPath; ///< empty: no unix socket; its folder must exist
    /// A peer that stops in the middle of a message, or does not read its reply, is disconnected
    /// after this time. From then on both must move at 16 KB/s on average.
    std::chrono::milliseconds idleLimit = std::chrono::seconds(30);
    /// Further connections get RequestHandler::refuse() as their reply and are closed.
    std::size_t maxConnections = kMaxConnections;
    /// The most bytes of messages that have arrived, in part or as a whole, and are not answered
    /// yet, over all connections. A connection whose message exceeds the total is disconnected. A
    /// message that would exceed it only when it is decompressed waits for `idleLimit` first.
    std::size_t maxMessageBytes = std::size_t{1024} * 1024 * 1024;
    /// Most bytes of replies that clients have not read, of all connections together. Beyond it,
    /// those that have been reading for the longest time are disconnected.
    std::size_t maxReplyBytes = std::size_t{1024} * 1024 * 1024;
    std::optional<TlsOptions> tls = {}; ///< unset: TCP is not encrypted
    /// A client that has not logged in after this time is disconnected. Of the connections of those
    /// that have not, watchers included, there may be half of `maxConnections`.
    std::chrono::milliseconds loginLimit = std::chrono::seconds(10);
};

/// A client's connection.
struct ConnectionInfo
{
    std::int64_t id = 0; ///< 1, 2, … in order of arrival
    std::string remote; ///< "127.0.0.1:40000", "[::1]:40000" or "anonymous unix socket"
    bool owner = false; ///< a process of the server's own user, through the unix socket
};

/// How a message uses its thread.
enum class Effort {
    Instant, ///< takes no time and never blocks: handled on the I/O thread, without the two thread
             ///< switches
    Any, ///< takes time: handled by a worker, at most 4 at once
    InTurn, ///< takes time and may block on locks or the disk, as writes do: at most 8 more at once
    Administrative, ///< takes little time, and must not wait for the others: at most 2 more at once
};

/// Handles requests. Each connection is opened, then its requests come one after the other, then it
/// is closed.
class RequestHandler
{
public:
    RequestHandler() = default;
    RequestHandler(const RequestHandler&) = delete;
    RequestHandler& operator=(const RequestHandler&) = delete;
    virtual ~RequestHandler() = default;

    /// Called for each new connection. I/O thread; must not block.
    virtual void connectionOpened(const ConnectionInfo& connection) = 0;
    /// Called when a connection has ended. I/O thread; must not block.
    virtual void connectionClosed(std::int64_t connectionId) = 0;
    /// The standing of a connection; once Known, it is asked no more. I/O thread; must not block.
    virtual Standing standingOf(std::int64_t /*connectionId*/) const { return Standing::Known; }
    /// Called when the client of a running request (Effort::Any, or one that endsWithClient()) has
    /// disconnected, and at intervals until the request ends: it need not be completed. I/O thread;
    /// must not block.
    virtual void peerLeft(std::int64_t /*connectionId*/) { }
    /// Whether a request that is not Effort::Any need not be completed without its client either:
    /// what it has done stays. It is noticed within about two seconds, so that a short one is
    /// completed all the same. I/O thread; must not block.
    virtual bool endsWithClient(const wire::Message& /*message*/) const { return false; }
    /// Called when the server stops and requests still run: they must end soon, also those that
    /// begin from now on. I/O thread; must not block.
    virtual void endSoon() { }
    /// The reply for the first message of a connection that is one too many; nullopt for none. I/O
    /// thread; must not block.
    virtual std::optional<std::vector<std::uint8_t>> refuse(const wire::Message& /*message*/)
    {
        return std::nullopt;
    }
    /// The effort of handle() for this message. I/O thread; must not block.
    virtual Effort effortOf(const wire::Message& /*message*/) const { return Effort::Any; }
    /// Returns the whole reply message, or nullopt for none. May block unless the effort is
    /// Instant. Up to 14 workers and the I/O thread call it at the same time, but never twice at
    /// once for one connection. The reply to a message with moreToCome is dropped. If it sets
    /// `turn.wait`, its result is ignored and it is called again with the same message, unless the
    /// client disconnects meanwhile. If it sets `turn.series.goesOn`, it is called again with the
    /// same message after its reply was sent.
    virtual std::optional<std::vector<std::uint8_t>>
    handle(const ConnectionInfo& connection, const wire::Message& message, request::Turn& turn) = 0;
    /// Called when a client leaves before the last reply of a series. I/O thread; must not block.
    virtual void seriesAbandoned(const request::ReplySeries& /*series*/) { }
};

/// Accepts connections and passes their requests to a handler. One thread does all input and most
/// output (a worker sends what the socket accepts at once); workers handle the requests. listen(),
/// start() and stop() belong to one owner thread, which is not one of the server's.
class Server
{
public:
    /// Binds and listens. Clients can connect from now on, but get no answer before start().
    /// `handler` and `log` must outlive the server. Errors: InvalidInput (nothing to listen on, bad
    /// address, path too long, certificate that cannot be used), Conflict (address in use),
    /// Network; Storage for the socket file.
    static Result<std::unique_ptr<Server>> listen(const ListenOptions& options,
                                                  RequestHandler& handler, base::Log& log);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    /// Calls stop().
    ~Server();

    /// The TCP port in use; -1 without TCP.
    int port() const;
    /// Wakes the requests that wait for a change. Any thread; never blocks.
    void announceChange();
    /// Starts the threads. Call once.
    void start();
    /// Accepts no more connections, lets running requests finish and sends their replies, closes
    /// all connections and removes the socket file. Returns when all threads have ended. May be
    /// called again.
    void stop();

private:
    /// Hides Asio from the users of this header.
    class Core;

    explicit Server(std::unique_ptr<Core> core);

    std::unique_ptr<Core> m_core;
};

} // namespace sandglass::engine::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/wire/message.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::net {

/// Most connections at a time; more are closed as soon as they come.
inline constexpr std::size_t kMaxConnections = 5000;

/// Where to listen: TCP, a unix socket, or both.
struct ListenOptions
{
    std::string bindAddress = "127.0.0.1"; ///< an IP address, or "localhost"
    int port = -1; ///< 0 takes any free one; -1: no TCP
    std::string unixSocketPath; ///< empty: no unix socket; its folder must exist
    /// A peer that stops in the middle of a message, or does not take its reply, is dropped after
    /// this time.
    std::chrono::milliseconds idleLimit = std::chrono::seconds(30);
};

/// Who speaks.
struct ConnectionInfo
{
    std::int64_t id = 0; ///< 1, 2, … in order of arrival
    std::string remote; ///< "127.0.0.1:40000", "[::1]:40000" or "anonymous unix socket"
};

/// One look of the handler at a request. A request that has to wait for something is looked at
/// again, with `waited` growing, and occupies no thread meanwhile.
struct Turn
{
    std::chrono::milliseconds waited{0}; ///< real time since the request's first turn
    bool again = false; ///< not the first look
    bool mayWait = true; ///< false when it must be answered now: the server stops
    /// Set by the handler: there is nothing to answer yet; look again after this time …
    std::optional<std::chrono::milliseconds> wait = {};
    bool wakeOnChange = false; ///< … or, with this, as soon as Server::announceChange() is called
};

/// What handling a message takes.
enum class Effort {
    Instant, ///< no time, and it waits for nobody: done on the I/O thread, saving two changes of it
    Any, ///< time; at most 4 such at once
    InTurn, ///< the same, and it may have to wait for its like: at most 8, beside those 4
};

/// Takes requests. For one connection the order is opened, then requests one after the other, then
/// closed.
class RequestHandler
{
public:
    RequestHandler() = default;
    RequestHandler(const RequestHandler&) = delete;
    RequestHandler& operator=(const RequestHandler&) = delete;
    virtual ~RequestHandler() = default;

    /// On the I/O thread: must not block.
    virtual void connectionOpened(const ConnectionInfo& connection) = 0;
    /// On the I/O thread: must not block.
    virtual void connectionClosed(std::int64_t connectionId) = 0;
    /// How handle() will spend its time on this message. On the I/O thread: must not block.
    virtual Effort effortOf(const wire::Message& /*message*/) const { return Effort::Any; }
    /// The whole reply message, or nullopt for none. May block unless it is instant.
    /// Called by up to 12 worker threads and the I/O thread at once, never twice at once for one
    /// connection. After a message with moreToCome the reply is
    /// dropped. When `turn.wait` is set on return the result is ignored and the same message comes
    /// again; a client that leaves meanwhile is noticed, and the message does not come again.
    virtual std::optional<std::vector<std::uint8_t>>
    handle(const ConnectionInfo& connection, const wire::Message& message, Turn& turn) = 0;
};

/// Accepts connections and passes their requests on. One thread does all input (and output, but for
/// what a socket takes at once of a worker's reply), workers handle requests. listen(), start() and
/// stop() are for one owner, on one thread that is none of the server's own.
class Server
{
public:
    /// Binds, so that clients can already connect; nothing is answered before start().
    /// Errors: InvalidInput (no place to listen, bad address, path too long), Conflict (in use),
    /// Network.
    static Result<std::unique_ptr<Server>> listen(const ListenOptions& options,
                                                  RequestHandler& handler, base::Log& log);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    /// Stops first, if need be.
    ~Server();

    /// The TCP port in use; -1 without TCP.
    int port() const;
    /// Wakes the requests that wait for a change. Any thread; quick.
    void announceChange();
    /// Starts the threads. Call once.
    void start();
    /// Takes no new connections, lets requests that are being handled finish and be answered,
    /// closes everything and removes the socket file. Returns when all threads have ended. May be
    /// called again.
    void stop();

private:
    class Core;

    explicit Server(std::unique_ptr<Core> core);

    std::unique_ptr<Core> m_core;
};

} // namespace sandglass::engine::net

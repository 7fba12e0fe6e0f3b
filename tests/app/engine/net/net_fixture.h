// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/engine/net/server.h"
#include "app/engine/wire/parse.h"
#include "tests/support/op_msg.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::net::test {

using Raw = std::vector<std::uint8_t>;

/// A blocking socket that sends exactly the given bytes, whole messages or not. Reads give up
// after ten seconds.
class RawClient
{
public:
    static RawClient toPort(int port)
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return {AF_INET, reinterpret_cast<const sockaddr*>(&address), sizeof(address)};
    }

    static RawClient toPath(const std::string& path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::copy(path.begin(), path.end(), std::begin(address.sun_path));
        return {AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof(address)};
    }

    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    RawClient(RawClient&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
        , m_connected(other.m_connected)
    {
    }
    RawClient& operator=(RawClient&&) = delete;
    ~RawClient()
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }

    bool connected() const { return m_connected; }

    bool send(std::span<const std::uint8_t> bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t count = ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) {
                return false;
            }
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
        return true;
    }

    // The number in the next reply; -1 when the other side has closed.
    int reply() const
    {
        Raw frame(4);
        if (!readExactly(frame)) {
            return -1;
        }
        frame.resize(bson::loadLittle<std::uint32_t>(frame.data()));
        if (!readExactly(std::span(frame).subspan(4))) {
            return -1;
        }
        const auto message = wire::parse(std::move(frame));
        return message ? message->body["n"].asInt32() : -1;
    }

    /// Shuts the sending side down; replies can still be read.
    bool sendNoMore() const { return ::shutdown(m_descriptor, SHUT_WR) == 0; }

    // Whether something has arrived that nobody has read.
    bool hasReply() const
    {
        std::uint8_t byte = 0;
        return ::recv(m_descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    }

    // Waits until the other side closes; false when it sends something instead, or nothing for ten
    // seconds.
    bool closedByPeer() const
    {
        std::uint8_t byte = 0;
        const ssize_t count = ::recv(m_descriptor, &byte, 1, 0);
        return count == 0 || (count < 0 && errno == ECONNRESET);
    }

private:
    RawClient(int family, const sockaddr* address, socklen_t size)
        : m_descriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const timeval limit{10, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
        m_connected = ::connect(m_descriptor, address, size) == 0;
    }

    bool readExactly(std::span<std::uint8_t> room) const
    {
        while (!room.empty()) {
            const ssize_t count = ::recv(m_descriptor, room.data(), room.size(), 0);
            if (count <= 0) {
                return false;
            }
            room = room.subspan(static_cast<std::size_t>(count));
        }
        return true;
    }

    int m_descriptor;
    bool m_connected = false;
};

/// Replies with the number of the request: {n: <n>}. A request {wait: …} waits until release();
/// {size: k} gets a reply with k bytes more; {silent: …} gets none; {rest: ms} waits that long, or
// until release() and a change; {instant: …} and {inTurn: …} say what the request takes;
/// {series: k} gets k replies: the request's number, 1, 2, ….
class Echo : public RequestHandler
{
public:
    void connectionOpened(const ConnectionInfo& connection) override
    {
        const std::lock_guard lock(m_mutex);
        m_open.push_back(connection.id);
        m_lastRemote = connection.remote;
    }

    void connectionClosed(std::int64_t connectionId) override
    {
        const std::lock_guard lock(m_mutex);
        std::erase(m_open, connectionId);
    }

    Effort effortOf(const wire::Message& message) const override
    {
        return message.body.contains("instant") ? Effort::Instant
            : message.body.contains("admin")    ? Effort::Administrative
            : message.body.contains("inTurn")   ? Effort::InTurn
                                                : Effort::Any;
    }

    std::optional<Raw> handle(const ConnectionInfo& /*connection*/, const wire::Message& message,
                              request::Turn& turn) override
    {
        if (message.body.contains("rest") && turn.mayWait && !isReleased()) {
            turn.wait = std::chrono::milliseconds(message.body["rest"].asInt32()) - turn.waited;
            turn.wakeOnChange = true;
            if (*turn.wait > std::chrono::milliseconds(0)) {
                const std::lock_guard lock(m_mutex);
                ++m_waits;
                return std::nullopt;
            }
            turn.wait.reset();
        }
        {
            std::unique_lock lock(m_mutex);
            ++m_handled;
            if (message.body.contains("wait")) {
                m_changed.wait(lock, [this] { return m_released; });
            }
        }
        if (message.body.contains("throw")) {
            throw std::bad_alloc();
        }
        if (message.body.contains("close")) {
            turn.closes = true;
            return std::nullopt;
        }
        if (message.body.contains("silent")) {
            return std::nullopt;
        }
        if (message.body.contains("series")) {
            return seriesReply(message, turn.series);
        }
        const auto size = static_cast<std::size_t>(message.body["size"].asInt32());
        return sandglass::tests::writeMsg(
            1, message.requestId,
            bson::makeDocument("n", message.body["n"], "more", std::string(size, 'x')));
    }

    void seriesAbandoned(const request::ReplySeries& /*series*/) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_abandoned;
    }

    /// How many series ended because the client had left.
    int abandoned() const
    {
        const std::lock_guard lock(m_mutex);
        return m_abandoned;
    }
    void peerLeft(std::int64_t connectionId) override
    {
        const std::lock_guard lock(m_mutex);
        m_left.insert(connectionId);
    }
    bool endsWithClient(const wire::Message& message) const override
    {
        return message.body.contains("ends");
    }
    void endSoon() override { release(); }
    std::optional<Raw> refuse(const wire::Message& message) override
    {
        return sandglass::tests::writeMsg(1, message.requestId, bson::makeDocument("n", kRefusal));
    }
    static constexpr int kRefusal = 999;

    /// How many clients left while their requests were being handled.
    int left() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(m_left.size());
    }
    /// Whether the client of that connection was among them.
    bool hasLeft(std::int64_t connectionId) const
    {
        const std::lock_guard lock(m_mutex);
        return m_left.contains(connectionId);
    }
    void release()
    {
        const std::lock_guard lock(m_mutex);
        m_released = true;
        m_changed.notify_all();
    }

    /// How often a request {rest: ms} was put to rest.
    int waits() const
    {
        const std::lock_guard lock(m_mutex);
        return m_waits;
    }
    bool isReleased() const
    {
        const std::lock_guard lock(m_mutex);
        return m_released;
    }
    int handled() const
    {
        const std::lock_guard lock(m_mutex);
        return m_handled;
    }
    int open() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(m_open.size());
    }
    std::string lastRemote() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lastRemote;
    }

private:
    static Raw seriesReply(const wire::Message& message, request::ReplySeries& series)
    {
        const std::int32_t number
            = series.lastReply == 0 ? message.body["n"].asInt32() : series.lastReply;
        ++series.lastReply;
        series.goesOn = series.lastReply < message.body["series"].asInt32();
        return sandglass::tests::writeMsg(1, message.requestId, bson::makeDocument("n", number));
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::int64_t> m_open; // guarded by m_mutex
    std::string m_lastRemote; // guarded by m_mutex
    int m_handled = 0; // guarded by m_mutex
    int m_waits = 0; // guarded by m_mutex
    int m_abandoned = 0; // guarded by m_mutex
    std::set<std::int64_t> m_left; // guarded by m_mutex
    bool m_released = false; // guarded by m_mutex
};

class KeepingLog : public base::Log
{
public:
    void write(const base::LogEntry& entry) override
    {
        const std::lock_guard lock(m_mutex);
        m_ids.push_back(entry.id);
    }

    int count(int id) const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(std::count(m_ids.begin(), m_ids.end(), id));
    }

private:
    mutable std::mutex m_mutex;
    std::vector<int> m_ids; // guarded by m_mutex
};

inline Raw requestFrame(int n, std::uint32_t flags = 0)
{
    return sandglass::tests::writeMsg(n, 0, bson::makeDocument("n", n), flags);
}

inline Raw requestWith(int n, std::string_view word, int value = 1)
{
    return sandglass::tests::writeMsg(n, 0, bson::makeDocument("n", n, word, value));
}

} // namespace sandglass::engine::net::test

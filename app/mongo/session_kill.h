// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace sandglass::mongo {

class ClientPool;

/// Ends on the server what a session is doing there, once its call is cancelled: a thread waiting
/// for a reply cannot do that. A user may end sessions of its own without any privilege. A server
/// that does not know killSessions goes on until the maxTimeMS of its command. Source: MongoDB
/// manual, killSessions. One thread, besides the one that cancels.
class SessionKill
{
public:
    /// The session of a command that is about to be sent.
    struct Target
    {
        bson::Document session; ///< its lsid
        std::uint32_t server = 0; ///< the driver's number of the server that runs the command
    };

    /// `pool` must outlive this object. Create it before the command is sent.
    SessionKill(ClientPool& pool, const std::stop_token& cancelled, Target target);
    SessionKill(const SessionKill&) = delete;
    SessionKill& operator=(const SessionKill&) = delete;
    /// The command has ended. Waits for a killSessions on its way, which must not meet the next
    /// command of the session.
    ~SessionKill();

private:
    /// Starts the thread. Called by the thread that cancels.
    void begin();
    /// Sends killSessions until the command has ended: the first one may arrive before the command.
    void repeat();
    /// Sends it once. Returns whether it is worth being sent again.
    bool send() const;

    ClientPool& m_pool;
    const Target m_target;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_ended = false; // guarded by m_mutex
    std::thread m_thread; // set by m_callback at most once
    std::optional<std::stop_callback<std::function<void()>>> m_callback; // ends first
};

} // namespace sandglass::mongo

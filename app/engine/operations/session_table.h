// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sandglass::engine::operations {

/// The sessions that clients use, for $listSessions and $listLocalSessions. A session that nobody
/// uses for 30 minutes ends by itself. The engine keeps nothing else for a session, so the table is
/// only a report: when there are 100 000, a new one takes the place of the one unused longest, and
/// none outlives the engine. Any thread.
class SessionTable
{
public:
    /// Says whether the sessions of a user are wanted; must be quick. `owner`: as in use().
    using Chosen = std::function<bool(const std::string& owner)>;

    /// The clock must outlive the table.
    explicit SessionTable(const base::Clock& clock)
        : m_clock(clock)
    {
    }

    /// Notes that the session is used now; a new one begins. `id`: as request::sessionOf() has it;
    /// `owner`: "anna@shop", empty when nobody is logged in. Users with the same id have sessions
    /// of their own.
    void use(std::string_view id, std::string_view owner);
    /// Ends a session; does nothing when there is none.
    void end(std::string_view id, std::string_view owner);
    /// The sessions of the chosen users as MongoDB lists them, the one unused longest first:
    /// {_id: {id, uid}, lastUse}, with the name of a user who is logged in.
    std::vector<bson::Document> list(const Chosen& chosen);
    /// The number of sessions.
    std::size_t count();

private:
    /// One session.
    struct Session
    {
        std::string id;
        std::string owner;
        base::Time lastUse;
    };

    /// Copies of the sessions of the chosen users.
    std::vector<Session> listed(const Chosen& chosen);
    void removeOldest();
    void removeExpired(base::Time now);

    const base::Clock& m_clock;
    std::mutex m_mutex;
    std::list<Session> m_sessions; // guarded by m_mutex; in the order of their use
    std::unordered_map<std::string, std::list<Session>::iterator>
        m_byKey; // guarded by m_mutex; the key is id and owner
};

} // namespace sandglass::engine::operations

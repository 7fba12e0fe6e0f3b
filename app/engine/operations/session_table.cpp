// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/session_table.h"

#include "app/bson/builder.h"
#include "app/engine/access/digest.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

namespace sandglass::engine::operations {

namespace {

// Source: MongoDB manual, Sessions Commands.
constexpr base::Millis kSessionTimeout = std::chrono::minutes(30);
constexpr std::size_t kMostSessions = 100'000;

// All ids have the same length, so this is unique.
std::string sessionKey(std::string_view id, std::string_view owner)
{
    std::string key(id);
    key += owner;
    return key;
}

} // namespace

void SessionTable::removeOldest()
{
    m_byKey.erase(sessionKey(m_sessions.front().id, m_sessions.front().owner));
    m_sessions.pop_front();
}

void SessionTable::removeExpired(base::Time now)
{
    while (!m_sessions.empty() && m_sessions.front().lastUse + kSessionTimeout <= now) {
        removeOldest();
    }
}

void SessionTable::use(std::string_view id, std::string_view owner)
{
    const base::Time now = m_clock.now();
    std::string key = sessionKey(id, owner);
    const std::lock_guard lock(m_mutex);
    removeExpired(now);
    const auto found = m_byKey.find(key);
    if (found != m_byKey.end()) {
        found->second->lastUse = now;
        m_sessions.splice(m_sessions.end(), m_sessions, found->second);
        return;
    }
    if (m_sessions.size() == kMostSessions) {
        removeOldest();
    }
    m_sessions.push_back({std::string(id), std::string(owner), now});
    m_byKey.emplace(std::move(key), std::prev(m_sessions.end()));
}

void SessionTable::end(std::string_view id, std::string_view owner)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_byKey.find(sessionKey(id, owner));
    if (found != m_byKey.end()) {
        m_sessions.erase(found->second);
        m_byKey.erase(found);
    }
}

// Every command waits for the lock, so the documents are made without it.
std::vector<SessionTable::Session> SessionTable::listed(const Chosen& chosen)
{
    const base::Time now = m_clock.now();
    const std::lock_guard lock(m_mutex);
    removeExpired(now);
    std::vector<Session> sessions;
    std::ranges::copy_if(m_sessions, std::back_inserter(sessions), chosen, &Session::owner);
    return sessions;
}

std::vector<bson::Document> SessionTable::list(const Chosen& chosen)
{
    // of each owner, and of an empty name, as MongoDB does, when nobody is logged in
    std::map<std::string, access::Digest, std::less<>> digests;
    std::vector<bson::Document> documents;
    for (const Session& session : listed(chosen)) {
        const auto [digest, isNew] = digests.try_emplace(session.owner);
        if (isNew) {
            digest->second = access::sha256(access::bytesOf(session.owner));
        }
        bson::Builder entry;
        entry.beginDocument("_id")
            .append("id", bson::Binary{bson::kUuidSubtype, access::bytesOf(session.id)})
            .append("uid", bson::Binary{0, digest->second})
            .end();
        entry.append("lastUse", bson::Date::from(session.lastUse));
        if (!session.owner.empty()) {
            entry.append("user", session.owner);
        }
        documents.push_back(entry.take());
    }
    return documents;
}

std::size_t SessionTable::count()
{
    const base::Time now = m_clock.now();
    const std::lock_guard lock(m_mutex);
    removeExpired(now);
    return m_sessions.size();
}

} // namespace sandglass::engine::operations

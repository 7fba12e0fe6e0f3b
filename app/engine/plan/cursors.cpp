// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/cursors.h"

#include "app/engine/operations/interrupt.h"
#include "app/engine/query/held_memory.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::plan {

namespace {
constexpr std::chrono::minutes kIdleLimit{10};
constexpr int kIdBitsPerMillisecond = 20;
} // namespace

CursorRegistry::CursorRegistry(const base::Clock& clock)
    : CursorRegistry(clock, Limits())
{
}

CursorRegistry::CursorRegistry(const base::Clock& clock, Limits limits)
    : m_clock(clock)
    , m_limits(limits)
    // Starts from the time, so that a cursor id from before a restart never names a new cursor. 20
    // bits leave room for a million cursors per millisecond.
    , m_nextId((clock.now().time_since_epoch().count() << kIdBitsPerMillisecond) | 1)
{
}

CursorRegistry::~CursorRegistry() = default;

std::int64_t CursorRegistry::keep(std::unique_ptr<Cursor> cursor)
{
    // Declared before the lock: idle cursors are destroyed after it is released, since closing one
    // frees a snapshot of the store.
    std::vector<std::unique_ptr<Cursor>> idle;
    std::int64_t id = 0;
    {
        const std::lock_guard lock(m_mutex);
        idle = takeIdle();
        id = m_nextId++;
        touch(*cursor);
        m_cursors.emplace(id, std::move(cursor));
    }
    idle.clear();
    keepLimits(id);
    return id;
}

// One after the other: only when a cursor is destroyed is it known what it has held.
void CursorRegistry::keepLimits(std::int64_t newest)
{
    while (takeSurplus(newest)) { }
}

std::unique_ptr<Cursor> CursorRegistry::takeSurplus(std::int64_t newest)
{
    const std::lock_guard lock(m_mutex);
    if (m_cursors.size() <= m_limits.cursors && query::HeldMemory::total() <= m_limits.bytes) {
        return nullptr;
    }
    auto oldest = m_cursors.end();
    for (auto each = m_cursors.begin(); each != m_cursors.end(); ++each) {
        const bool older
            = oldest == m_cursors.end() || each->second->lastRealUse < oldest->second->lastRealUse;
        if (each->first != newest && older) {
            oldest = each;
        }
    }
    if (oldest == m_cursors.end()) {
        return nullptr;
    }
    std::unique_ptr<Cursor> surplus = std::move(oldest->second);
    m_cursors.erase(oldest);
    ++m_timedOut;
    return surplus;
}

std::unique_ptr<Cursor> CursorRegistry::take(std::int64_t id)
{
    std::vector<std::unique_ptr<Cursor>> idle;
    const std::lock_guard lock(m_mutex);
    idle = takeIdle();
    const auto found = m_cursors.find(id);
    if (found == m_cursors.end()) {
        return nullptr;
    }
    std::unique_ptr<Cursor> cursor = std::move(found->second);
    m_cursors.erase(found);
    m_taken.emplace(id, Taken{{cursor->ns, cursor->owner}, cursor->isChangeStream()});
    return cursor;
}

void CursorRegistry::putBack(std::int64_t id, std::unique_ptr<Cursor> cursor)
{
    {
        const std::lock_guard lock(m_mutex);
        // it was killed while in use: it is destroyed here, with the parameter
        if (m_taken.erase(id) == 0 || !cursor) {
            return;
        }
        touch(*cursor);
        m_cursors.emplace(id, std::move(cursor));
    }
    keepLimits(id);
}

std::optional<CursorOwner> CursorRegistry::ownerOf(std::int64_t id) const
{
    const std::lock_guard lock(m_mutex);
    if (const auto taken = m_taken.find(id); taken != m_taken.end()) {
        return taken->second.owner;
    }
    const auto found = m_cursors.find(id);
    return found == m_cursors.end()
        ? std::nullopt
        : std::optional(CursorOwner{found->second->ns, found->second->owner});
}

bool CursorRegistry::kill(std::int64_t id)
{
    std::unique_ptr<Cursor> closed; // destroyed after the lock is released
    const std::lock_guard lock(m_mutex);
    // in use: putBack() will find its entry missing and close the cursor
    if (m_taken.erase(id) > 0) {
        return true;
    }
    const auto found = m_cursors.find(id);
    if (found == m_cursors.end()) {
        return false;
    }
    closed = std::move(found->second);
    m_cursors.erase(found);
    return true;
}

void CursorRegistry::killSessions(const std::function<bool(const std::string& session)>& chosen)
{
    closeThose([&](const Cursor& cursor) { return chosen(cursor.interrupt->session()); });
}

void CursorRegistry::killSessionsOf(const std::function<bool(const std::string& owner)>& chosen)
{
    closeThose([&](const Cursor& cursor) { return chosen(cursor.owner); });
}

void CursorRegistry::closeThose(const std::function<bool(const Cursor& cursor)>& wanted)
{
    std::vector<std::unique_ptr<Cursor>> closed; // destroyed after the lock is released
    const std::lock_guard lock(m_mutex);
    for (auto entry = m_cursors.begin(); entry != m_cursors.end();) {
        const auto& interrupt = entry->second->interrupt;
        const bool ofSession = interrupt && !interrupt->session().empty();
        if (ofSession && wanted(*entry->second)) {
            closed.push_back(std::move(entry->second));
            entry = m_cursors.erase(entry);
        } else {
            ++entry;
        }
    }
}

void CursorRegistry::killAll(const protocol::Namespace& ns)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_cursors, [&](const auto& entry) {
        return entry.second->ns == ns && !entry.second->isChangeStream();
    });
    std::erase_if(m_taken, [&](const auto& entry) {
        return entry.second.owner.ns == ns && !entry.second.isChangeStream;
    });
}

void CursorRegistry::clear()
{
    const std::lock_guard lock(m_mutex);
    m_cursors.clear();
    m_taken.clear();
}

std::int64_t CursorRegistry::count() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::int64_t>(m_cursors.size() + m_taken.size());
}

std::int64_t CursorRegistry::countWithoutTimeout() const
{
    const std::lock_guard lock(m_mutex);
    return std::ranges::count_if(m_cursors,
                                 [](const auto& entry) { return entry.second->noTimeout; });
}

std::int64_t CursorRegistry::timedOut() const
{
    const std::lock_guard lock(m_mutex);
    return m_timedOut;
}

void CursorRegistry::touch(Cursor& cursor) const
{
    cursor.lastUse = m_clock.now();
    cursor.lastRealUse = std::chrono::steady_clock::now();
}

// Tails measure real time only: a user who watches a collection expire moves the engine's clock by
// hours, and that must not close the cursor that shows it.
bool CursorRegistry::isIdle(const Cursor& cursor) const
{
    if (cursor.noTimeout) {
        return false;
    }
    if (cursor.tail) {
        return std::chrono::steady_clock::now() - cursor.lastRealUse > kIdleLimit;
    }
    return cursor.lastUse < m_clock.now() - m_clock.duringReal(kIdleLimit);
}

std::vector<std::unique_ptr<Cursor>> CursorRegistry::takeIdle()
{
    std::vector<std::unique_ptr<Cursor>> idle;
    for (auto at = m_cursors.begin(); at != m_cursors.end();) {
        if (isIdle(*at->second)) {
            idle.push_back(std::move(at->second));
            at = m_cursors.erase(at);
        } else {
            ++at;
        }
    }
    m_timedOut += static_cast<std::int64_t>(idle.size());
    return idle;
}

} // namespace sandglass::engine::plan

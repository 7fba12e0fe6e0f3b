// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/cursors.h"

#include <utility>

namespace sandglass::engine::commands {

namespace {
constexpr std::chrono::minutes kIdleLimit{10};
constexpr int kIdBitsPerMillisecond = 20;
} // namespace

CursorRegistry::CursorRegistry(const base::Clock& clock)
    : m_clock(clock)
    // starts from the time of day, so that a client's cursor of an earlier run never meets a new
    // one
    , m_nextId((clock.now().time_since_epoch().count() << kIdBitsPerMillisecond) | 1)
{
}

CursorRegistry::~CursorRegistry() = default;

std::int64_t CursorRegistry::keep(std::unique_ptr<Cursor> cursor)
{
    std::vector<std::unique_ptr<Cursor>> idle;
    const std::lock_guard lock(m_mutex);
    idle = takeIdle();
    const std::int64_t id = m_nextId++;
    cursor->lastUse = m_clock.now();
    m_cursors.emplace(id, std::move(cursor));
    return id;
}

std::unique_ptr<Cursor> CursorRegistry::take(std::int64_t id)
{
    std::vector<std::unique_ptr<Cursor>> idle;
    const std::lock_guard lock(m_mutex);
    idle = takeIdle();
    const auto found = m_cursors.find(id);
    if (found == m_cursors.end())
        return nullptr;
    std::unique_ptr<Cursor> cursor = std::move(found->second);
    m_cursors.erase(found);
    m_taken.emplace(id, cursor->ns);
    return cursor;
}

void CursorRegistry::putBack(std::int64_t id, std::unique_ptr<Cursor> cursor)
{
    const std::lock_guard lock(m_mutex);
    // killed while it was out: it ends here, with the caller's pointer
    if (m_taken.erase(id) == 0 || !cursor)
        return;
    cursor->lastUse = m_clock.now();
    m_cursors.emplace(id, std::move(cursor));
}

bool CursorRegistry::kill(std::int64_t id)
{
    std::unique_ptr<Cursor> closed;
    const std::lock_guard lock(m_mutex);
    if (m_taken.erase(id) > 0)
        return true;
    const auto found = m_cursors.find(id);
    if (found == m_cursors.end())
        return false;
    closed = std::move(found->second);
    m_cursors.erase(found);
    return true;
}

void CursorRegistry::killAll(const protocol::Namespace& ns)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_cursors, [&](const auto& entry) { return entry.second->ns == ns; });
    std::erase_if(m_taken, [&](const auto& entry) { return entry.second == ns; });
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

std::vector<std::unique_ptr<Cursor>> CursorRegistry::takeIdle()
{
    std::vector<std::unique_ptr<Cursor>> idle;
    const base::Time oldest = m_clock.now() - m_clock.duringReal(kIdleLimit);
    for (auto at = m_cursors.begin(); at != m_cursors.end();) {
        if (!at->second->noTimeout && at->second->lastUse < oldest) {
            idle.push_back(std::move(at->second));
            at = m_cursors.erase(at);
        } else {
            ++at;
        }
    }
    return idle;
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

class Interrupt;

/// An open cursor: a stream of result documents and what getMore needs to know.
struct Cursor
{
    protocol::Namespace ns;
    std::shared_ptr<Interrupt> interrupt; ///< stops the source; each getMore renews it
    std::shared_ptr<void> keepAlive; ///< what the source refers to; goes after it
    query::DocumentSourcePtr source;
    std::vector<bson::Document> readAhead; ///< drawn already but not sent, when a batch was full
    base::Time lastUse;
    bool noTimeout = false;
};

/// Cursors between requests. A cursor is taken out while a getMore works on it, so one cursor
/// serves one request at a time. Cursors unused for ten minutes are closed (looked for at keep()
/// and take()). Any thread.
class CursorRegistry
{
public:
    explicit CursorRegistry(const base::Clock& clock);
    ~CursorRegistry();

    /// Keeps a cursor; returns its id, never 0.
    std::int64_t keep(std::unique_ptr<Cursor> cursor);
    /// Takes a cursor out; nullptr when there is none. Put back with putBack().
    std::unique_ptr<Cursor> take(std::int64_t id);
    void putBack(std::int64_t id, std::unique_ptr<Cursor> cursor);
    /// False when there is none.
    bool kill(std::int64_t id);
    /// Closes the cursors of a collection, after a drop.
    void killAll(const protocol::Namespace& ns);
    /// Closes all cursors: before the store goes, which they read from.
    void clear();
    /// Open cursors.
    std::int64_t count() const;

private:
    /// Cursors nobody used for ten minutes, out of the map; called with the mutex held.
    std::vector<std::unique_ptr<Cursor>> takeIdle();

    const base::Clock& m_clock;
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::unique_ptr<Cursor>> m_cursors; // guarded by m_mutex
    std::map<std::int64_t, protocol::Namespace>
        m_taken; // guarded by m_mutex; ids in use by a getMore
    std::int64_t m_nextId = 1; // guarded by m_mutex
};

} // namespace sandglass::engine::commands

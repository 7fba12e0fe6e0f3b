// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::operations {
class Interrupt;
}

namespace sandglass::engine::plan {

/// What a cursor knows that goes on after its last document: of a capped collection's tail, or of a
/// change stream. One thread at a time.
class TailState
{
public:
    TailState() = default;
    TailState(const TailState&) = delete;
    TailState& operator=(const TailState&) = delete;
    virtual ~TailState() = default;

    /// True when nothing can come any more.
    virtual bool ended() const = 0;
    /// Where a change stream has got to: a resume token {_data}; empty for others.
    virtual bson::Document position() const { return {}; }
    /// A change stream outlives the collection it looks at, and its documents bear resume tokens.
    virtual bool isChangeStream() const { return false; }
};

/// An open cursor: a stream of result documents and what getMore needs to know.
struct Cursor
{
    protocol::Namespace ns;
    std::shared_ptr<operations::Interrupt> interrupt; ///< stops the source; each getMore renews it
    std::shared_ptr<void> keepAlive; ///< what the source refers to; goes after it
    query::DocumentSourcePtr source;
    std::vector<bson::Document> readAhead; ///< drawn already but not sent, when a batch was full
    std::shared_ptr<TailState> tail; ///< set: the end of `source` is not final
    bool awaitsData = false; ///< getMore waits for more at the end; with `tail`
    bson::Document lastToken; ///< _id of the last document sent, of a change stream
    base::Time lastUse;
    std::chrono::steady_clock::time_point lastRealUse; ///< the same in real time
    bool noTimeout = false;

    bool isChangeStream() const { return tail && tail->isChangeStream(); }
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
    /// Closes the cursors of a collection, after a drop; change streams go on and tell of it.
    void killAll(const protocol::Namespace& ns);
    /// Closes all cursors: before the store goes, which they read from.
    void clear();
    /// Open cursors.
    std::int64_t count() const;
    /// Of them, those that stay open however long nobody asks.
    std::int64_t countWithoutTimeout() const;
    /// Cursors closed because nobody asked for ten minutes, since start.
    std::int64_t timedOut() const;

private:
    void touch(Cursor& cursor) const;
    bool isIdle(const Cursor& cursor) const;
    /// Cursors nobody used for ten minutes, out of the map; called with the mutex held.
    std::vector<std::unique_ptr<Cursor>> takeIdle();

    const base::Clock& m_clock;
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::unique_ptr<Cursor>> m_cursors; // guarded by m_mutex
    std::map<std::int64_t, protocol::Namespace>
        m_taken; // guarded by m_mutex; ids in use by a getMore
    std::int64_t m_nextId = 1; // guarded by m_mutex
    std::int64_t m_timedOut = 0; // guarded by m_mutex
};

} // namespace sandglass::engine::plan

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/held_memory.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::operations {
class Interrupt;
}

namespace sandglass::engine::plan {

/// The state of a cursor that stays open after its last document: the tail of a capped collection,
/// or a change stream. One thread at a time.
class TailState
{
public:
    TailState() = default;
    TailState(const TailState&) = delete;
    TailState& operator=(const TailState&) = delete;
    virtual ~TailState() = default;

    /// True when no further document is possible.
    virtual bool ended() const = 0;
    /// The position of a change stream, as a resume token {_data}; empty for a capped collection.
    virtual bson::Document position() const { return {}; }
    /// True for a change stream: its documents have resume tokens, and it continues when its
    /// collection is dropped.
    virtual bool isChangeStream() const { return false; }
};

/// An open cursor: a source of result documents, and what getMore needs besides it.
struct Cursor
{
    protocol::Namespace ns; ///< getMore must name the same
    std::string owner; ///< who opened it, "anna@shop"; empty: nobody was logged in
    std::shared_ptr<operations::Interrupt> interrupt; ///< stops the source; each getMore replaces
                                                      ///< its content
    std::shared_ptr<void> keepAlive; ///< what the source refers to; destroyed after it
    query::DocumentSourcePtr source;
    std::vector<bson::Document> readAhead; ///< read but not sent, because a batch was full
    query::HeldMemory readAheadHeld; ///< the bytes of readAhead, which fillBatch() counts
    std::shared_ptr<TailState> tail; ///< not null: the end of `source` is not final
    bool awaitsData = false; ///< getMore waits for documents at the end; only with `tail`
    bson::Document lastToken; ///< change stream: _id of the last document sent
    base::Time lastUse; ///< by the engine's clock
    std::chrono::steady_clock::time_point lastRealUse; ///< the same moment in real time
    bool noTimeout = false; ///< is never closed for being idle

    /// Whether the cursor reads a change stream.
    bool isChangeStream() const { return tail && tail->isChangeStream(); }
};

/// Whose a cursor is.
struct CursorOwner
{
    protocol::Namespace ns; ///< what it reads
    std::string user; ///< Cursor::owner
};

/// The open cursors between requests. A getMore takes its cursor out while it reads from it, so a
/// cursor serves one request at a time. Cursors that were not used for ten minutes are closed when
/// keep() or take() is called next; when there are too many, or what all cursors and sources of the
/// process hold is too much, those that were not used for the longest time as well. Any thread.
class CursorRegistry
{
public:
    /// What the open cursors may take.
    struct Limits
    {
        std::size_t cursors = 10'000; ///< each may hold a snapshot of the store
        std::size_t bytes = std::size_t{2048} * 1024 * 1024; ///< see query::HeldMemory
    };

    /// With the limits of Limits.
    explicit CursorRegistry(const base::Clock& clock);
    /// As above, with other limits.
    CursorRegistry(const base::Clock& clock, Limits limits);
    ~CursorRegistry();

    /// Stores a cursor. Returns its id, which is never 0.
    std::int64_t keep(std::unique_ptr<Cursor> cursor);
    /// Takes a cursor out, to be returned with putBack(); nullptr when there is none of that id, or
    /// another request uses it.
    std::unique_ptr<Cursor> take(std::int64_t id);
    /// Returns a cursor from take(). If it was killed meanwhile, it is closed. It may hold more
    /// than before, so others may be closed.
    void putBack(std::int64_t id, std::unique_ptr<Cursor> cursor);
    /// Whose the cursor is; nullopt when there is none of that id.
    std::optional<CursorOwner> ownerOf(std::int64_t id) const;
    /// Closes a cursor, one in use as soon as it is put back. False when there is none of that id.
    bool kill(std::int64_t id);
    /// Closes the cursors of a collection after it was dropped. Change streams stay open: they
    /// report the drop.
    void killAll(const protocol::Namespace& ns);
    /// Closes the cursors of all sessions that `chosen` names, except those in use: what uses them
    /// is killed as an operation.
    void killSessions(const std::function<bool(const std::string& session)>& chosen);
    /// As above, those that were opened in a session by the users that `chosen` names; `owner`: see
    /// Cursor::owner.
    void killSessionsOf(const std::function<bool(const std::string& owner)>& chosen);
    /// Closes all cursors. They read from the store, so this must happen before it is closed.
    void clear();
    /// The number of open cursors, those in use included.
    std::int64_t count() const;
    /// The number of open cursors that are never closed for being idle, without those in use.
    std::int64_t countWithoutTimeout() const;
    /// The number of cursors closed for being idle since the start.
    std::int64_t timedOut() const;

private:
    /// A cursor that a getMore uses.
    struct Taken
    {
        CursorOwner owner;
        bool isChangeStream = false;
    };

    /// Closes the cursors of sessions that are `wanted`, except those in use.
    void closeThose(const std::function<bool(const Cursor& cursor)>& wanted);
    void touch(Cursor& cursor) const;
    bool isIdle(const Cursor& cursor) const;
    /// Closes cursors until the limits are kept, never `newest`.
    void keepLimits(std::int64_t newest);
    /// Takes out the cursor that was not used for the longest time; nullptr when the limits are
    /// kept or only `newest` is left.
    std::unique_ptr<Cursor> takeSurplus(std::int64_t newest);
    /// Removes the idle cursors from the map. m_mutex must be locked.
    std::vector<std::unique_ptr<Cursor>> takeIdle();

    const base::Clock& m_clock;
    const Limits m_limits;
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::unique_ptr<Cursor>> m_cursors; // guarded by m_mutex
    std::map<std::int64_t, Taken> m_taken; // guarded by m_mutex; the cursors that a getMore uses
    std::int64_t m_nextId = 1; // guarded by m_mutex
    std::int64_t m_timedOut = 0; // guarded by m_mutex
};

} // namespace sandglass::engine::plan

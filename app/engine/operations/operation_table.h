// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/engine/request/operation_figures.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::operations {

/// One operation that is running now, as currentOp lists it.
struct Operation
{
    std::int64_t id = 0;
    std::string description; ///< "conn12" or "TTLMonitor"
    std::string kind; ///< op: "query", "insert", "update", "remove", "command", "getmore"
    std::string ns; ///< "db.collection"; "db.$cmd" for commands on no collection
    bson::Document command;
    std::string remote; ///< the client's address; empty for the engine's own work
    std::uint64_t connectionId = 0; ///< 0 for the engine's own work
    base::Time startedAt;
    bool internal = false; ///< the engine's own work: listed only on demand
    std::shared_ptr<std::atomic<int>> killed = std::make_shared<std::atomic<int>>(
        0); ///< the server code of the error with which it must stop; any thread
    std::shared_ptr<const request::OperationFigures> figures
        = {}; ///< only its plan and its user, which never changes, may be read; may be null
};

/// The operations that run at this moment. Any thread.
class OperationTable
{
public:
    /// Holds an operation in the table; its destructor removes it. The table must outlive it.
    class Entry
    {
    public:
        Entry(OperationTable& table, std::int64_t id)
            : m_table(&table)
            , m_id(id)
        {
        }
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        ~Entry();
        /// The operation's opid.
        std::int64_t id() const { return m_id; }

    private:
        OperationTable* m_table;
        std::int64_t m_id;
    };

    /// Adds an operation under a new id.
    std::unique_ptr<Entry> begin(Operation operation);
    /// Copies of all operations, oldest first.
    std::vector<Operation> list() const;
    /// Asks an operation to stop; false when there is none with that id. It ends at its next
    /// Interrupt::check().
    bool kill(std::int64_t id);
    /// Asks the operations of a connection to stop, as kill() does: its client has gone.
    void killConnection(std::uint64_t connectionId);
    /// Asks all operations to stop, also those that begin from now on: the engine ends. Their error
    /// is InterruptedAtShutdown, after which drivers try another server, or this one again.
    void killAll();
    /// Asks the operations of clients that run now to stop: the data files are to be closed and
    /// opened again. Their error is InterruptedDueToReplStateChange, after which drivers repeat a
    /// read by themselves.
    void killRunning();
    /// Asks the operations of all sessions that `chosen` names to stop, as kill() does. Operations
    /// without a session go on.
    void killSessions(const std::function<bool(const std::string& session)>& chosen);

private:
    mutable std::mutex m_mutex;
    std::map<std::int64_t, Operation> m_operations; // guarded by m_mutex
    std::int64_t m_nextId = 1; // guarded by m_mutex
    bool m_ending = false; // guarded by m_mutex; see killAll()
};

} // namespace sandglass::engine::operations

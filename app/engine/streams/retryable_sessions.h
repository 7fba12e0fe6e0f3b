// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/catalog/write_note.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::streams {

/// For each client session, the statements of its newest retryable command that were executed, and
/// their log entries. Older commands are not remembered: a client retries only its newest one.
/// After a restart the table is read from the log. Any thread.
class RetryableSessions
{
    struct Session
    {
        std::int64_t txnNumber = -1; ///< of the newest command; -1: none yet
        catalog::LoggedStatements logged; ///< its executed statements
        base::Time lastUse; ///< when that command began
        bool inUse = false; ///< a command holds the session
        int waiting = 0; ///< number of commands that are blocked in checkOut()
    };

public:
    /// Exclusive use of a session by one command; commands with the same session id wait until it
    /// is destroyed. The table must outlive it.
    class Use
    {
    public:
        Use(RetryableSessions& table, Session& session)
            : m_table(table)
            , m_session(session)
        {
        }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        ~Use();

        /// The statements of this command that were executed: statement number → log entry.
        catalog::LoggedStatements& logged() { return m_session.logged; }

    private:
        RetryableSessions& m_table;
        Session& m_session;
    };

    /// Begins or repeats the command `txnNumber` of the session `lsid`: {id}, or {id, uid} when
    /// somebody is logged in, whose sessions are his own (see ownSession()). Blocks while another
    /// command uses the session. Errors (server): TransactionTooOld when the session has had a
    /// later number; TypeMismatch and MissingField for an invalid lsid.
    Result<std::unique_ptr<Use>> checkOut(bson::DocumentView lsid, std::int64_t txnNumber,
                                          base::Time now);

    /// Reads the sessions of the last 30 minutes from the log; does nothing without a log. Call it
    /// once, before the first checkOut(). Errors: Storage.
    Result<void> restore(const catalog::Catalog& catalog, base::Time now);

private:
    void forgetOld(base::Time now);

    std::mutex m_mutex;
    std::condition_variable m_returned; // notified when a Use is destroyed
    // By the bytes of lsid.id and lsid.uid. Guarded by m_mutex, except `logged` of a session in
    // use: that belongs to the Use.
    std::map<std::string, Session> m_sessions;
};

} // namespace sandglass::engine::streams

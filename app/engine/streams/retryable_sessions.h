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

/// Which statements of a session's newest retryable command were executed, and where the log tells
/// of them. Only these are kept in memory; after a restart they come from the log. Any thread.
class RetryableSessions
{
    struct Session
    {
        std::int64_t txnNumber = -1;
        catalog::LoggedStatements logged;
        base::Time lastUse;
        bool inUse = false;
        int waiting = 0; ///< commands that want it next
    };

public:
    /// A session that one command works with; others with the same id wait for its end. The table
    /// must outlive it.
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

        /// The statements of this command that were executed, statement number → log entry.
        catalog::LoggedStatements& logged() { return m_session.logged; }

    private:
        RetryableSessions& m_table;
        Session& m_session;
    };

    /// Begins or repeats the command with that number. Blocks while another one uses the session.
    /// Errors: 225 TransactionTooOld when the session has had a later number; 14 and 40414 for an
    /// lsid that is none.
    Result<std::unique_ptr<Use>> checkOut(bson::DocumentView lsid, std::int64_t txnNumber,
                                          base::Time now);

    /// Reads from the log what the sessions of the last half hour executed. Call it once, before
    /// the first checkOut(). Errors: Storage.
    Result<void> restore(const catalog::Catalog& catalog, base::Time now);

private:
    void forgetOld(base::Time now);

    std::mutex m_mutex;
    std::condition_variable m_returned;
    std::map<std::string, Session> m_sessions; // guarded by m_mutex; by the bytes of lsid.id; what
                                               // is in use belongs to its user
};

} // namespace sandglass::engine::streams

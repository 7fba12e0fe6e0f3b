// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/driver_values.h"
#include "app/mongo/session_kill.h"

#include <mongoc/mongoc.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace sandglass::mongo {

class ClientPool;

/// One server and one session for a read and for the cursor of its reply: a server accepts getMore
/// only in the session that opened the cursor. Must outlive the cursor.
class PinnedRead
{
public:
    /// `pool` and `client` must outlive this object. `cancelled`: then the server ends the read,
    /// see SessionKill.
    PinnedRead(ClientPool& pool, mongoc_client_t* client, std::stop_token cancelled)
        : m_pool(pool)
        , m_client(client)
        , m_cancelled(std::move(cancelled))
    {
    }
    PinnedRead(const PinnedRead&) = delete;
    PinnedRead& operator=(const PinnedRead&) = delete;
    ~PinnedRead();

    /// Sends a command that answers with a cursor. The caller owns the cursor. nullptr after a
    /// failure, which is in `outcome`.
    mongoc_cursor_t* open(const std::string& database, const Borrowed& command,
                          const mongoc_read_prefs_t* preference, Outcome& outcome);

private:
    /// Has the session ended on that server once the call is cancelled.
    void endWhenCancelled(std::uint32_t serverId);

    ClientPool& m_pool;
    mongoc_client_t* m_client;
    std::stop_token m_cancelled;
    mongoc_client_session_t* m_session = nullptr;
    bson_t m_options = BSON_INITIALIZER;
    std::optional<SessionKill> m_kill; // unset: the server has no sessions
};

} // namespace sandglass::mongo

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/mongo/client_pool.h"
#include "app/mongo/driver_types.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::mongo {

/// How a command is sent: by the connection's read preference; to the primary with its write
/// concern; or to the primary as it is.
enum class Access { Read, Write, Plain };

/// One call's talk with the server: several commands in a row on one client, within one scope. What
/// comes back is copied and validated before anybody reads it. Every method fails with Cancelled or
/// Timeout once the scope ends, with Server for a server's refusal, with Network for a lost
/// connection, with Protocol for bytes that are no BSON. One thread at a time.
class Conversation
{
public:
    Conversation(ClientPool& pool, ClientPool::Client client, const CallScope& scope);

    /// Runs a command with the rest of the scope's time as maxTimeMS; an error reply is an error.
    Result<bson::Document> run(const std::string& database, const bson::Document& command,
                               Access access);
    /// All results of a pipeline (an array of stages). `hint`: an index's name, or empty.
    Result<std::vector<bson::Document>> aggregate(const protocol::Namespace& ns,
                                                  const bson::Document& stages,
                                                  const std::string& hint = {});
    /// `options`: sort, skip, limit, projection, as the find command names them.
    Result<std::vector<bson::Document>> find(const protocol::Namespace& ns,
                                             const bson::Document& filter,
                                             const bson::Document& options);
    Result<std::vector<bson::Document>> listCollections(const std::string& database);
    Result<std::vector<bson::Document>> listIndexes(const protocol::Namespace& ns);

    const ConnectionString& connection() const { return m_pool.connection(); }

private:
    bson::Document withTimeLimit(const bson::Document& options) const;
    Result<std::vector<bson::Document>> drain(DriverCursor* cursor);
    Error masked(Error error) const;

    ClientPool& m_pool;
    ClientPool::Client m_client;
    const CallScope& m_scope;
};

} // namespace sandglass::mongo

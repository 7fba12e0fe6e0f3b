// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/mongo/call_scope.h"
#include "app/mongo/client_pool.h"
#include "app/mongo/driver/driver_types.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sandglass::mongo {

/// How a command is sent. Read: to the members that ReadFrom allows. Write: to the primary, with
/// the connection's write concern. Plain: to the primary.
enum class Access { Read, Write, Plain };

/// Which members of a replica set answer the reads of a call. Preferred: those of the connection's
/// read preference, without one the primary. Nearby: a secondary if there is one, because the
/// answer may be some seconds old. PrimaryFirst: the primary if there is one, because the answer
/// tells what is overdue now. For both, a read preference in the connection string decides instead.
/// Deleter: as Preferred, but where the string names a read preference, the primary if there is
/// one, because the answer is about the member that deletes. Primary: the primary only, because a
/// deletion depends on the answer.
enum class ReadFrom { Preferred, Nearby, PrimaryFirst, Deleter, Primary };

/// One call's exchange with the server: several commands in a row on one client, within one scope.
/// Replies are copied and validated before anybody reads them. Errors of every function: Cancelled
/// or Timeout once the scope ends; Server for an error reply; Network for a lost connection;
/// Protocol for bytes that are not BSON; InvalidInput for an unusable name; NotPermitted for a
/// command that may change something, without the key of an unlocked connection. Every command
/// has the comment "Sandglass", if the server takes comments, and the rest of the scope's time as
/// maxTimeMS; a handshake has neither, and an index build has no time limit. One thread at a time.
class Conversation
{
public:
    /// `pool` and `scope` must outlive this object.
    Conversation(ClientPool& pool, ClientPool::Client client, const CallScope& scope,
                 ReadFrom from = ReadFrom::Preferred);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;
    ~Conversation();

    /// Runs a command and returns its reply.
    Result<bson::Document> run(const std::string& database, const bson::Document& command,
                               Access access);
    /// All results of a pipeline. `stages`: an array. `hint`: the name of an index, or empty.
    /// Cancelling the call ends the pipeline on the server, too, see SessionKill.
    Result<std::vector<bson::Document>> aggregate(const protocol::Namespace& ns,
                                                  const bson::Document& stages,
                                                  const std::string& hint = {});
    /// All documents of a filter. `options`: sort, skip, limit, projection, named as in the find
    /// command.
    Result<std::vector<bson::Document>> find(const protocol::Namespace& ns,
                                             const bson::Document& filter,
                                             const bson::Document& options);
    /// The entries of listCollections.
    Result<std::vector<bson::Document>> listCollections(const std::string& database);
    /// The entries of listIndexes.
    Result<std::vector<bson::Document>> listIndexes(const protocol::Namespace& ns);

    /// From now on, the pool's observer learns nothing: these answers are read as probes.
    void hideFromObserver() { m_observed = false; }
    /// From now on, these members answer reads.
    void readFrom(ReadFrom from);

    /// From now on, finds, aggregations and counts compare strings by it. Unset: as the collection.
    void collate(std::optional<bson::Document> collation) { m_collation = std::move(collation); }

    /// Leaves the uses by our own commands out of an index's statistics.
    void leaveOutOwnUses(const protocol::Namespace& ns, ttl::IndexSpec& index) const
    {
        m_pool.ownUses().leaveOut(ns, index);
    }
    /// Errors: NotPermitted without the key of an unlocked connection.
    Result<void> checkMayChange() const { return m_scope.checkMayChange(); }
    /// Whether a router of a sharded cluster answers.
    bool isRouter() const { return ClientPool::isRouter(m_client.get()); }
    /// The connection string of the pool.
    const ConnectionString& connection() const { return m_pool.connection(); }

private:
    /// The result of `ask(bool comment)`, which sends a command with or without a comment. A server
    /// that refuses comments is asked again without one, and gets none from then on. `changes`: the
    /// command changes something, so it is only sent again when the server has refused a field.
    template <typename Ask>
    std::invoke_result_t<Ask&, bool> commented(Ask ask, bool changes = false);
    /// The command or options with maxTimeMS and, if asked for, the comment; what they have already
    /// stays.
    bson::Document withEnvelope(const bson::Document& options, bool comment) const;
    /// Notes that a command has used the index that it names, see OwnUses. `options`: the command,
    /// or its options.
    void noteUse(const protocol::Namespace& ns, const bson::Document& options) const;
    /// Notes that something is sent now: the connection is no longer idle.
    void noteSending()
    {
        m_sent = true;
        m_idle = false;
    }
    /// Sends a command once and returns its reply. A command that may be repeated is sent once more
    /// over a new connection if an idle one was closed meanwhile.
    Result<bson::Document> send(const std::string& database, const bson::Document& command,
                                Access access);
    /// Reads a cursor to its end and destroys it.
    Result<std::vector<bson::Document>> drain(DriverCursor* cursor);
    /// What has failed: the server's error, a refused reply, or else the driver's error. `reply`
    /// may be null.
    Error failureOf(const DriverError& error, const DriverDocument* reply) const;
    /// The error with its secrets masked.
    Error masked(Error error) const;

    ClientPool& m_pool;
    ClientPool::Client m_client;
    const CallScope& m_scope;
    DriverReadPreference* m_preference; // never null
    ReadFrom m_from;
    bool m_idle; // no command was sent yet, and the connection was not used for long
    bool m_sent = false; // something was sent
    bool m_observed = true;
    std::optional<bson::Document> m_collation;
};

} // namespace sandglass::mongo

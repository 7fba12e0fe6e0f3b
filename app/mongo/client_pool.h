// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/mongo/call_scope.h"
#include "app/mongo/capability_observer.h"
#include "app/mongo/connection_string.h"
#include "app/mongo/driver/checked_connections.h"
#include "app/mongo/driver/driver_types.h"
#include "app/mongo/own_uses.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace sandglass::mongo {

/// The driver's connections to one server or cluster, shared by all calls. Any thread.
class ClientPool
{
public:
    /// Returns the client to the pool when it is destroyed.
    using Client = std::unique_ptr<DriverClient, std::function<void(DriverClient*)>>;

    /// Prepares the connections; they are made when they are used. For mongodb+srv it looks up the
    /// service, and blocks for that. Errors: InvalidInput, Network.
    static Result<std::shared_ptr<ClientPool>> open(ConnectionString connection);

    ClientPool(const ClientPool&) = delete;
    ClientPool& operator=(const ClientPool&) = delete;
    /// Closes all connections. May block for a few seconds if the server hangs.
    ~ClientPool();

    /// A free client; waits for one within the scope. It must be destroyed before the pool. Errors:
    /// Cancelled, Timeout.
    Result<Client> take(const CallScope& scope);
    /// A free client; null if there is none at the moment.
    Client takeNow();
    /// Whether nobody has used a client for so long that its connections may have been closed on
    /// their way, by a firewall or while the computer slept. False for one that was never used.
    /// `client`: one of this pool that is not in use, or was not used since it was taken.
    bool wasIdle(DriverClient* client);
    /// Notes that a client was used until now, see wasIdle(). `client`: one of this pool that the
    /// caller has taken and not yet returned.
    void noteUse(DriverClient* client);
    /// After how long wasIdle() says so, in all pools. Default: a minute. For tests.
    static void setLongIdle(std::chrono::milliseconds idle);
    /// Whether commands may carry a comment: from MongoDB 4.4 on, unless the server has refused
    /// one. False while the server's version is not known. `client`: one of this pool.
    bool takesComments(DriverClient* client);
    /// Sends no more comments: the server has refused one.
    void dropComments() { m_comments = Comments::No; }
    /// Whether every member of a replica set reports when it has last written: only then can the
    /// driver leave out members that lag behind. Servers that imitate a set may not report it. True
    /// without a set. `client`: one of this pool.
    static bool tellsLastWrite(DriverClient* client);
    /// Whether the servers are routers of a sharded cluster. `client`: one of this pool.
    static bool isRouter(const DriverClient* client);
    /// The database in which the user is looked up, as the driver has found it: for mongodb+srv
    /// also from the TXT record. `client`: one of this pool.
    static std::string loginDatabase(const DriverClient* client);
    /// Why the server's last reply was refused; empty: it was good. See CheckedConnections.
    std::string replyFault() const { return m_connections->faults().last(); }
    /// What the answers of the server have shown.
    CapabilityObserver& observer() { return m_observer; }
    /// How often our commands have used each index.
    OwnUses& ownUses() { return m_ownUses; }
    /// The connection string that the pool was opened with.
    const ConnectionString& connection() const { return m_connection; }

private:
    enum class Comments { NotKnown, Yes, No };

    ClientPool(ConnectionString connection, std::unique_ptr<CheckedConnections> connections,
               DriverPool* pool);
    /// The client with the way back to this pool.
    Client owned(DriverClient* client);

    ConnectionString m_connection;
    std::unique_ptr<CheckedConnections> m_connections; // the pool has its address
    DriverPool* m_pool;
    std::mutex m_mutex; // guards only the two below; the driver's pool guards itself
    std::condition_variable_any m_freed;
    std::map<DriverClient*, base::Time> m_usedAt; // by the time of day: a computer may sleep
    CapabilityObserver m_observer;
    OwnUses m_ownUses;
    std::atomic<Comments> m_comments{Comments::NotKnown};
};

} // namespace sandglass::mongo

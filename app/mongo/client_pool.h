// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/call_scope.h"
#include "app/mongo/connection_string.h"
#include "app/mongo/driver_types.h"

#include <atomic>
#include <condition_variable>
#include <functional>
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
    /// Whether commands may bear a comment: from MongoDB 4.4, and unless the server has refused
    /// one. False while the server's version is not known. `client`: one of this pool.
    bool takesComments(DriverClient* client);
    /// Sends no more comments: the server has refused one.
    void dropComments() { m_comments = Comments::No; }
    /// The connection string that the pool was opened with.
    const ConnectionString& connection() const { return m_connection; }

private:
    enum class Comments { NotKnown, Yes, No };

    ClientPool(ConnectionString connection, DriverPool* pool);

    ConnectionString m_connection;
    DriverPool* m_pool;
    std::mutex m_mutex; // guards only the waiting below; the driver's pool guards itself
    std::condition_variable_any m_freed;
    std::atomic<Comments> m_comments{Comments::NotKnown};
};

} // namespace sandglass::mongo

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/call_scope.h"
#include "app/mongo/connection_string.h"
#include "app/mongo/driver_types.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace sandglass::mongo {

/// The driver's connections to one server or cluster, shared by all calls. Any thread.
class ClientPool
{
public:
    /// Gives a client back when it goes.
    using Client = std::unique_ptr<DriverClient, std::function<void(DriverClient*)>>;

    /// Looks up the service for mongodb+srv, else only prepares; blocks for the lookup.
    /// Errors: InvalidInput or Network.
    static Result<std::shared_ptr<ClientPool>> open(ConnectionString connection);

    ClientPool(const ClientPool&) = delete;
    ClientPool& operator=(const ClientPool&) = delete;
    /// Closes all connections; may block for a few seconds when the server hangs.
    ~ClientPool();

    /// A free client; waits for one within the scope. It must go before the pool. Errors:
    /// Cancelled, Timeout.
    Result<Client> take(const CallScope& scope);
    const ConnectionString& connection() const { return m_connection; }

private:
    ClientPool(ConnectionString connection, DriverPool* pool);

    ConnectionString m_connection;
    DriverPool* m_pool;
    std::mutex m_mutex; // guards only the waiting below; the driver's pool guards itself
    std::condition_variable_any m_freed;
};

} // namespace sandglass::mongo

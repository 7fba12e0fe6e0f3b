// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/client_pool.h"

#include "app/mongo/driver_error.h"

#include <mongoc/mongoc.h>

namespace sandglass::mongo {

Result<std::shared_ptr<ClientPool>> ClientPool::open(ConnectionString connection)
{
    bson_error_t error{};
    mongoc_client_pool_t* pool = mongoc_client_pool_new_with_error(connection.uri(), &error);
    if (!pool) {
        return driverError(error, {});
    }
    // version 2 separates errors of servers from those of the driver
    mongoc_client_pool_set_error_api(pool, MONGOC_ERROR_API_VERSION_2);
    return std::shared_ptr<ClientPool>(new ClientPool(std::move(connection), pool));
}

ClientPool::ClientPool(ConnectionString connection, DriverPool* pool)
    : m_connection(std::move(connection))
    , m_pool(pool)
{
}

ClientPool::~ClientPool()
{
    mongoc_client_pool_destroy(m_pool);
}

Result<ClientPool::Client> ClientPool::take(const CallScope& scope)
{
    DriverClient* client = nullptr;
    // the driver's own pop cannot be cancelled, so this tries again whenever a client is returned
    const auto taken = [&] {
        client = mongoc_client_pool_try_pop(m_pool);
        return client != nullptr;
    };
    TRY(scope.check());
    std::unique_lock lock(m_mutex);
    if (!m_freed.wait_until(lock, scope.cancelled(), scope.deadline(), taken)) {
        lock.unlock();
        // tells Cancelled from Timeout
        TRY(scope.check());
        return base::failure(Errc::Timeout, "No connection became free within the time limit.");
    }
    return Client(client, [this](DriverClient* used) {
        const std::lock_guard returning(m_mutex);
        mongoc_client_pool_push(m_pool, used);
        m_freed.notify_one();
    });
}

} // namespace sandglass::mongo

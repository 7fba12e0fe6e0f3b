// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/client_pool.h"

#include "app/mongo/driver_error.h"

#include <mongoc/mongoc.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace sandglass::mongo {

namespace {

// Of MongoDB 4.4, from which every command takes a comment. Source: MongoDB manual, Database
// Commands.
constexpr std::int64_t kFirstWireVersionWithComments = 9;

// Calls `each` for the handshake of every server that has answered one.
template <typename Each>
void forEachHandshake(const mongoc_client_t* client, Each each)
{
    std::size_t count = 0;
    mongoc_server_description_t** servers = mongoc_client_get_server_descriptions(client, &count);
    for (std::size_t i = 0; i < count; ++i) {
        const bson_t* hello = mongoc_server_description_hello_response(servers[i]);
        if (!bson_empty(hello)) {
            each(hello);
        }
    }
    mongoc_server_descriptions_destroy_all(servers, count);
}

// The lowest wire version of the servers; unset: none has answered.
std::optional<std::int64_t> lowestWireVersion(const mongoc_client_t* client)
{
    std::optional<std::int64_t> lowest;
    forEachHandshake(client, [&lowest](const bson_t* hello) {
        bson_iter_t version{};
        if (bson_iter_init_find(&version, hello, "maxWireVersion")
            && BSON_ITER_HOLDS_NUMBER(&version)) {
            const std::int64_t offered = bson_iter_as_int64(&version);
            lowest = std::min(lowest.value_or(offered), offered);
        }
    });
    return lowest;
}

// Firewalls forget a connection that is idle for some minutes.
std::atomic<std::chrono::milliseconds>& longIdle()
{
    static std::atomic<std::chrono::milliseconds> idle{std::chrono::minutes(1)};
    return idle;
}

} // namespace

Result<std::shared_ptr<ClientPool>> ClientPool::open(ConnectionString connection)
{
    bson_error_t error{};
    mongoc_client_pool_t* pool = mongoc_client_pool_new_with_error(connection.uri(), &error);
    if (!pool) {
        return driverError(error, {});
    }
    // version 2 separates errors of servers from those of the driver
    mongoc_client_pool_set_error_api(pool, MONGOC_ERROR_API_VERSION_2);
    auto connections = std::make_unique<CheckedConnections>(connection.uri());
    connections->watchFor(pool);
    return std::shared_ptr<ClientPool>(
        new ClientPool(std::move(connection), std::move(connections), pool));
}

ClientPool::ClientPool(ConnectionString connection, std::unique_ptr<CheckedConnections> connections,
                       DriverPool* pool)
    : m_connection(std::move(connection))
    , m_connections(std::move(connections))
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
    return owned(client);
}

ClientPool::Client ClientPool::takeNow()
{
    DriverClient* client = mongoc_client_pool_try_pop(m_pool);
    return client ? owned(client) : Client();
}

ClientPool::Client ClientPool::owned(DriverClient* client)
{
    m_connections->connectFor(client);
    const auto giveBack = [this](DriverClient* used) {
        const std::lock_guard returning(m_mutex);
        mongoc_client_pool_push(m_pool, used);
        m_freed.notify_one();
    };
    return {client, giveBack};
}

void ClientPool::noteUse(DriverClient* client)
{
    const std::lock_guard lock(m_mutex);
    m_usedAt.insert_or_assign(client, base::SystemClock().now());
}

bool ClientPool::wasIdle(DriverClient* client)
{
    const std::lock_guard lock(m_mutex);
    const auto used = m_usedAt.find(client);
    return used != m_usedAt.end() && base::SystemClock().now() - used->second >= longIdle().load();
}

void ClientPool::setLongIdle(std::chrono::milliseconds idle)
{
    longIdle() = idle;
}

bool ClientPool::isRouter(const DriverClient* client)
{
    bool router = false;
    forEachHandshake(client, [&router](const bson_t* hello) {
        bson_iter_t message{};
        router = router
            || (bson_iter_init_find(&message, hello, "msg") && BSON_ITER_HOLDS_UTF8(&message)
                && std::string_view(bson_iter_utf8(&message, nullptr)) == "isdbgrid");
    });
    return router;
}

std::string ClientPool::loginDatabase(const DriverClient* client)
{
    const char* database = mongoc_uri_get_auth_source(mongoc_client_get_uri(client));
    return database ? database : "";
}

bool ClientPool::takesComments(DriverClient* client)
{
    if (m_comments == Comments::NotKnown) {
        if (const auto version = lowestWireVersion(client)) {
            m_comments = *version >= kFirstWireVersionWithComments ? Comments::Yes : Comments::No;
        }
    }
    return m_comments == Comments::Yes;
}

bool ClientPool::tellsLastWrite(DriverClient* client)
{
    bool all = true;
    forEachHandshake(client, [&all](const bson_t* hello) {
        if (!bson_has_field(hello, "setName") || bson_has_field(hello, "arbiterOnly")) {
            return;
        }
        bson_iter_t iterator{};
        bson_iter_t written{};
        all = all && bson_iter_init(&iterator, hello)
            && bson_iter_find_descendant(&iterator, "lastWrite.lastWriteDate", &written)
            && BSON_ITER_HOLDS_DATE_TIME(&written);
    });
    return all;
}

} // namespace sandglass::mongo

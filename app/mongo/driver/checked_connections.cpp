// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver/checked_connections.h"

#include "app/mongo/driver/checked_stream.h"

#include <mongoc/mongoc.h>

#include <new>

#ifdef __ELF__
// The driver exports it, without a header, for tests of pools; a public one is there for clients
// only. Null where it is not exported: those drivers (from 1.25) check lengths themselves. Source:
// libmongoc, mongoc-client-pool-private.h.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the name is the driver's
extern "C" __attribute__((weak)) void
_mongoc_client_pool_set_stream_initiator(mongoc_client_pool_t* pool,
                                         mongoc_stream_initiator_t initiator, void* context);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
#endif

namespace sandglass::mongo {

void CheckedConnections::watchFor(DriverPool* pool)
{
#ifdef __ELF__
    if (_mongoc_client_pool_set_stream_initiator) {
        _mongoc_client_pool_set_stream_initiator(pool, &CheckedConnections::open, this);
    }
#else
    static_cast<void>(pool);
#endif
}

void CheckedConnections::connectFor(DriverClient* client)
{
    mongoc_client_set_stream_initiator(client, &CheckedConnections::open, this);
}

DriverStream* CheckedConnections::open(const DriverUri* uri, const DriverHost* host, void* self,
                                       DriverError* error)
{
    try {
        auto& connections = *static_cast<CheckedConnections*>(self);
        DriverStream* stream = connectStream(uri, host, connections.m_tls, error);
        return stream ? checkedStream(stream, connections.m_faults) : nullptr;
    } catch (const std::bad_alloc&) {
        bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_SOCKET, "Out of memory.");
        return nullptr;
    }
}

} // namespace sandglass::mongo

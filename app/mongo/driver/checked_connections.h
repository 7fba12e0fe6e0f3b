// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/driver/connect_stream.h"
#include "app/mongo/driver/driver_types.h"
#include "app/mongo/driver/reply_faults.h"

namespace sandglass::mongo {

/// Makes the connections of a pool, and checks every reply before the driver reads it. libmongoc
/// 1.23 trusts the lengths, kinds and cursors in replies, so a hostile server could crash this
/// program. Must outlive the pool. Any thread.
class CheckedConnections
{
public:
    /// `uri` must outlive it.
    explicit CheckedConnections(const DriverUri* uri)
        : m_tls(uri)
    {
    }
    CheckedConnections(const CheckedConnections&) = delete;
    CheckedConnections& operator=(const CheckedConnections&) = delete;

    /// Makes the connections over which the pool watches its servers. Before the first client.
    void watchFor(DriverPool* pool);
    /// Makes the connections of a client of the pool. Before it is used.
    void connectFor(DriverClient* client);
    /// Why replies were refused.
    const ReplyFaults& faults() const { return m_faults; }

private:
    /// What the driver calls for a new connection; `self`: this object.
    static DriverStream* open(const DriverUri* uri, const DriverHost* host, void* self,
                              DriverError* error);

    TlsSettings m_tls;
    ReplyFaults m_faults;
};

} // namespace sandglass::mongo

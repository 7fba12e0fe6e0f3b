// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::operations {

/// One open connection and its client.
struct Client
{
    std::uint64_t connectionId = 0;
    std::string remote; ///< "127.0.0.1:40000"; the server's own text for unix sockets
    std::string appName; ///< client.application.name of its hello; empty: none given
    bson::Document metadata; ///< `client` of its hello; empty: none given
};

/// The open connections. Any thread.
class ClientTable
{
public:
    /// Adds a connection.
    void opened(std::uint64_t connectionId, std::string remote);
    /// Removes a connection; does nothing when it is unknown.
    void closed(std::uint64_t connectionId);
    /// Stores the `client` document of a hello. Only the first one of a connection counts, as in
    /// MongoDB; documents of more than 512 bytes are not stored.
    void introduce(std::uint64_t connectionId, bson::DocumentView metadata);

    /// The application's name; empty when it is not known.
    std::string appName(std::uint64_t connectionId) const;
    /// Copies of all connections, by id.
    std::vector<Client> list() const;

private:
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Client> m_clients; // guarded by m_mutex
};

} // namespace sandglass::engine::operations

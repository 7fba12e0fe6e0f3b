// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::operations {

/// What is known of one connection.
struct Client
{
    std::uint64_t connectionId = 0;
    std::string remote; ///< "127.0.0.1:40000"; a word of its own for unix sockets
    std::string appName; ///< client.application.name of its hello; empty: none given
    bson::Document metadata; ///< `client` of its hello; empty: none given
    bool askedForCollation = false; ///< and was told in the log that there is none
};

/// The open connections. Any thread.
class ClientTable
{
public:
    void opened(std::uint64_t connectionId, std::string remote);
    void closed(std::uint64_t connectionId);
    /// Keeps what a hello tells of its sender; the first one counts, as in MongoDB.
    void introduce(std::uint64_t connectionId, bson::DocumentView metadata);

    /// True the first time that a connection asks for a collation.
    bool noteCollation(std::uint64_t connectionId);

    /// Unknown connections have an empty name.
    std::string appName(std::uint64_t connectionId) const;
    std::vector<Client> list() const;

private:
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Client> m_clients; // guarded by m_mutex
};

} // namespace sandglass::engine::operations

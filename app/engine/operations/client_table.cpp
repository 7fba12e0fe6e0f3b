// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/client_table.h"

#include <utility>

namespace sandglass::engine::operations {

void ClientTable::opened(std::uint64_t connectionId, std::string remote)
{
    const std::lock_guard lock(m_mutex);
    m_clients[connectionId] = {connectionId, std::move(remote), {}, {}};
}

void ClientTable::closed(std::uint64_t connectionId)
{
    const std::lock_guard lock(m_mutex);
    m_clients.erase(connectionId);
}

void ClientTable::introduce(std::uint64_t connectionId, bson::DocumentView metadata)
{
    // MongoDB refuses the hello of a client with more. Here the connection works, without metadata.
    constexpr std::size_t kMostBytes = 512;
    if (metadata.size() > kMostBytes) {
        return;
    }
    const bson::ValueView application = metadata["application"];
    const bson::ValueView name = application.type() == bson::Type::Document
        ? application.asDocument()["name"]
        : bson::ValueView();
    const std::lock_guard lock(m_mutex);
    const auto found = m_clients.find(connectionId);
    // monitoring threads of a driver send hello again and again
    if (found == m_clients.end() || !found->second.metadata.empty()) {
        return;
    }
    found->second.metadata = bson::Document(metadata);
    if (name.type() == bson::Type::String) {
        found->second.appName = name.asString();
    }
}

std::string ClientTable::appName(std::uint64_t connectionId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_clients.find(connectionId);
    return found == m_clients.end() ? std::string() : found->second.appName;
}

std::vector<Client> ClientTable::list() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Client> clients;
    clients.reserve(m_clients.size());
    for (const auto& [id, client] : m_clients) {
        clients.push_back(client);
    }
    return clients;
}

} // namespace sandglass::engine::operations

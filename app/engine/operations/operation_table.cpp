// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/operation_table.h"

#include "app/engine/request/request.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::operations {

namespace {

using protocol::ServerCode;

constexpr int kOnRequest = static_cast<int>(ServerCode::Interrupted);
constexpr int kAtShutdown = static_cast<int>(ServerCode::InterruptedAtShutdown);
constexpr int kToReopen = static_cast<int>(ServerCode::InterruptedDueToReplStateChange);

} // namespace

OperationTable::Entry::~Entry()
{
    const std::lock_guard lock(m_table->m_mutex);
    m_table->m_operations.erase(m_id);
}

std::unique_ptr<OperationTable::Entry> OperationTable::begin(Operation operation)
{
    const std::lock_guard lock(m_mutex);
    const std::int64_t id = m_nextId++;
    operation.id = id;
    if (m_ending) {
        *operation.killed = kAtShutdown;
    }
    m_operations.emplace(id, std::move(operation));
    return std::make_unique<Entry>(*this, id);
}

// Copies, because an operation may end as soon as the mutex is free.
std::vector<Operation> OperationTable::list() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Operation> operations;
    operations.reserve(m_operations.size());
    for (const auto& [id, operation] : m_operations) {
        operations.push_back(operation);
    }
    return operations;
}

bool OperationTable::kill(std::int64_t id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_operations.find(id);
    if (found == m_operations.end()) {
        return false;
    }
    // The operation and its request share the flag, so it stays valid when the operation ends now.
    *found->second.killed = kOnRequest;
    return true;
}

void OperationTable::killConnection(std::uint64_t connectionId)
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, operation] : m_operations) {
        if (operation.connectionId == connectionId) {
            *operation.killed = kOnRequest;
        }
    }
}

void OperationTable::killAll()
{
    const std::lock_guard lock(m_mutex);
    m_ending = true;
    for (const auto& [id, operation] : m_operations) {
        *operation.killed = kAtShutdown;
    }
}

void OperationTable::killRunning()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, operation] : m_operations) {
        // one that was killed already keeps its reason
        int none = 0;
        if (!operation.internal) {
            operation.killed->compare_exchange_strong(none, kToReopen);
        }
    }
}

void OperationTable::killSessions(const std::function<bool(const std::string& session)>& chosen)
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, operation] : m_operations) {
        const std::string session = request::sessionOf(operation.command);
        if (!session.empty() && chosen(session)) {
            *operation.killed = kOnRequest;
        }
    }
}

} // namespace sandglass::engine::operations

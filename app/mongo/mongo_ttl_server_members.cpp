// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/client_pool.h"
#include "app/mongo/member_readings.h"
#include "app/mongo/mongo_ttl_server.h"

// The calls of MongoTtlServer that go to one member over a connection of their own. It is closed
// afterwards: the driver would ask the member for its state every ten seconds.

namespace sandglass::mongo {

Result<std::shared_ptr<MongoTtlServer>>
MongoTtlServer::openMember(const std::string& host, const ttl::CallLimits& limits) const
{
    auto connection = m_pool->connection().forMember(host);
    TRY(connection);
    return open(std::move(*connection), m_clock, limits);
}

Result<ttl::MemberStatus> MongoTtlServer::ownStatus(const ttl::CallLimits& limits)
{
    const auto greeting = hello(limits);
    TRY(greeting);
    ttl::MemberStatus status = readMemberHello(*greeting);
    auto metrics = ttlMetrics(limits);
    TRY(metrics);
    status.metrics = std::move(*metrics);
    const std::lock_guard lock(m_measuredMutex);
    status.clockOffset = m_measured.clockOffset;
    return status;
}

Result<ttl::MemberStatus> MongoTtlServer::memberStatus(const std::string& host,
                                                       const ttl::CallLimits& limits)
{
    if (host.empty()) {
        return ownStatus(limits);
    }
    const auto member = openMember(host, limits);
    TRY(member);
    return (*member)->ownStatus(limits);
}

Result<bson::Document> MongoTtlServer::setMonitor(const std::string& host, bool enabled,
                                                  const ttl::CallLimits& limits)
{
    const bson::Document command = ttl::monitorCommand(enabled);
    if (host.empty()) {
        return runCommand("admin", command, limits);
    }
    const auto member = openMember(host, limits);
    TRY(member);
    return (*member)->runCommand("admin", command, limits);
}

} // namespace sandglass::mongo

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
    const ConnectionString& ours = m_pool->connection();
    // the name of a member means another host here than it does at the end of the tunnel
    if (ours.isSocket()) {
        return base::failure(Errc::Unsupported,
                             "The connection leads to one member only, such as through an SSH "
                             "tunnel.")
            .because(base::LocalReason::OneMemberOnly);
    }
    std::string loginDatabase;
    if (ours.isSeeded()) {
        const CallScope scope(limits);
        const auto client = m_pool->take(scope);
        TRY(client);
        loginDatabase = ClientPool::loginDatabase(client->get());
    }
    auto connection = ours.forMember(host, loginDatabase);
    TRY(connection);
    return open(std::move(*connection), m_clock, limits);
}

Result<bool> MongoTtlServer::isOwnName(const std::string& host, const ttl::CallLimits& limits)
{
    if (host.empty() || !m_pool->connection().isSocket()) {
        return host.empty();
    }
    const auto greeting = hello(limits);
    TRY(greeting);
    return (*greeting)["me"].asString() == host;
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
    if (m_measured.clockReadAt != base::Time()) {
        status.clockOffset = m_measured.clockOffset;
    }
    return status;
}

Result<ttl::MemberStatus> MongoTtlServer::memberStatus(const std::string& host,
                                                       const ttl::CallLimits& limits)
{
    const auto own = isOwnName(host, limits);
    TRY(own);
    if (*own) {
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
    const auto own = isOwnName(host, limits);
    TRY(own);
    if (*own) {
        return runCommand("admin", command, limits);
    }
    const auto member = openMember(host, limits);
    TRY(member);
    auto answer = (*member)->runCommand("admin", command, limits);
    // the pool of the member ends with it
    m_pool->observer().note(command, answer);
    return answer;
}

} // namespace sandglass::mongo

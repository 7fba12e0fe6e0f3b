// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_ttl_server.h"

#include "app/bson/builder.h"
#include "app/mongo/call_scope.h"
#include "app/mongo/capability_probes.h"
#include "app/mongo/command_guard.h"
#include "app/mongo/member_readings.h"
#include "app/mongo/readings.h"
#include "app/mongo/reply_reader.h"
#include "app/mongo/writings.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
#include <type_traits>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

// Servers before 4.4.2, and some compatible ones, do not know `hello`.
Result<Document> handshake(Conversation& conversation, Access access)
{
    auto reply = conversation.run("admin", makeDocument("hello", 1), access);
    const bool unknown = !reply
        && reply.error().serverCode == static_cast<int>(protocol::ServerCode::CommandNotFound);
    return unknown ? conversation.run("admin", makeDocument("isMaster", 1), access) : reply;
}

} // namespace

MongoTtlServer::MongoTtlServer(const base::Clock& clock)
    : m_clock(clock)
{
}

MongoTtlServer::~MongoTtlServer()
{
    // closing may block for a while if the server hangs; a detached thread does it, so nobody waits
    try {
        auto use = std::make_shared<DriverUse>();
        std::thread([use = std::move(use), pool = std::move(m_pool),
                     patient = std::move(m_patientPool)]() mutable {
            patient.reset();
            pool.reset();
        }).detach();
    } catch (const std::system_error&) {
        m_patientPool.reset();
        m_pool.reset();
    }
}

template <typename Work>
auto MongoTtlServer::callOn(ClientPool& pool, const ttl::CallLimits& limits, ReadFrom from,
                            Work work)
{
    using Answer = std::invoke_result_t<Work&, Conversation&>;
    // waiting for a client counts against the time limit
    const CallScope scope(limits);
    auto client = pool.take(scope);
    if (!client) {
        return Answer(std::move(client.error()));
    }
    Conversation conversation(pool, std::move(*client), scope, from);
    return work(conversation);
}

template <typename Work>
auto MongoTtlServer::call(const ttl::CallLimits& limits, Work work, ReadFrom from)
{
    return callOn(*m_pool, limits, from, std::move(work));
}

template <typename Work>
auto MongoTtlServer::changeOn(ClientPool& pool, const ttl::CallLimits& limits, Work work)
{
    using Answer = std::invoke_result_t<Work&, Conversation&>;
    return callOn(pool, limits, ReadFrom::Preferred, [&](Conversation& conversation) -> Answer {
        // a locked connection is refused without asking the server
        TRY(conversation.checkMayChange());
        TRY(checkSameServer(conversation));
        return work(conversation);
    });
}

template <typename Work>
auto MongoTtlServer::change(const ttl::CallLimits& limits, Work work)
{
    return changeOn(*m_pool, limits, std::move(work));
}

Result<std::shared_ptr<ClientPool>> MongoTtlServer::patientPool()
{
    const std::lock_guard lock(m_patientMutex);
    if (!m_patientPool) {
        auto opened = ClientPool::open(m_pool->connection().withoutSocketTimeout());
        TRY(opened);
        m_patientPool = std::move(*opened);
    }
    return m_patientPool;
}

// The driver reconnects by itself, and an address may lead elsewhere then: behind a proxy or a
// tunnel, or after a fail-over.
Result<void> MongoTtlServer::checkSameServer(Conversation& conversation)
{
    const auto reply = handshake(conversation, Access::Plain);
    TRY(reply);
    if ((*reply)["msg"].type() == bson::Type::String) {
        return {}; // each mongos has a process of its own, and the driver takes any of them
    }
    ttl::ServerInfo now;
    readHello(*reply, now);
    const std::lock_guard lock(m_measuredMutex);
    if (!m_primary) {
        m_primary = now;
        return {};
    }
    // the only server of a connection string stays the same when it steps down
    if (m_primary->replicaSet != now.replicaSet || m_primary->processId != now.processId
        || m_primary->topology != now.topology) {
        return base::failure(Errc::OtherServer,
                             "The address leads to another server, or the server was restarted or "
                             "changed its role.");
    }
    return {};
}

Result<std::shared_ptr<MongoTtlServer>> MongoTtlServer::connect(const std::string& uri,
                                                                const base::Clock& clock,
                                                                const ttl::CallLimits& limits)
{
    auto connection = ConnectionString::parse(uri);
    TRY(connection);
    auto opened = open(std::move(*connection), clock, limits);
    TRY(opened);
    const std::shared_ptr<MongoTtlServer> server = std::move(*opened);
    TRY(server->hello(limits));
    // notes the primary; without one there is nothing to change
    static_cast<void>(server->call(limits, [&server](Conversation& conversation) {
        return server->checkSameServer(conversation);
    }));
    return server;
}

// The scope ends before the first command, which begins a call of its own.
Result<std::shared_ptr<MongoTtlServer>> MongoTtlServer::open(ConnectionString connection,
                                                             const base::Clock& clock,
                                                             const ttl::CallLimits& limits)
{
    std::shared_ptr<MongoTtlServer> server(new MongoTtlServer(clock));
    const CallScope scope(limits);
    TRY(scope.check());
    auto pool = ClientPool::open(std::move(connection));
    TRY(pool);
    server->m_pool = std::move(*pool);
    return server;
}

Result<Document> MongoTtlServer::hello(const ttl::CallLimits& limits)
{
    // the first command may include connecting, so the second one is measured, on a warm connection
    const auto greet
        = [](Conversation& conversation) { return handshake(conversation, Access::Read); };
    auto warm = call(limits, greet, ReadFrom::Deleter);
    TRY(warm);
    const base::Time before = m_clock.now();
    auto reply = call(limits, greet, ReadFrom::Deleter);
    const base::Time after = m_clock.now();
    // a date that is absurdly far away leaves the clock unmeasured
    if (const auto theirs = reply ? readClock(*reply) : std::nullopt) {
        // the server has read its clock about in the middle of the round trip
        const base::Time middle = before + (after - before) / 2;
        const std::lock_guard lock(m_measuredMutex);
        readHello(*reply, m_measured);
        m_measured.clockOffset = *theirs - middle;
        m_measured.clockReadAt = middle;
    }
    return reply;
}

base::Time MongoTtlServer::serverNow() const
{
    const base::Time ours = m_clock.now();
    const std::lock_guard lock(m_measuredMutex);
    return m_measured.clockAt(ours);
}

Result<void> MongoTtlServer::checkAlive(const ttl::CallLimits& limits)
{
    return call(limits, [this](Conversation& conversation) -> Result<void> {
        const bool primaryKnown = [this] {
            const std::lock_guard lock(m_measuredMutex);
            return m_primary.has_value();
        }();
        if (primaryKnown) {
            return checkSameServer(conversation);
        }
        // a set may have been without a primary when it was connected to
        const auto reply = handshake(conversation, Access::Read);
        TRY(reply);
        return {};
    });
}

Result<ttl::ServerInfo> MongoTtlServer::serverInfo(const ttl::CallLimits& limits)
{
    auto greeting = hello(limits);
    TRY(greeting);
    auto info = call(limits, [&](Conversation& conversation) {
        return readServerInfo(conversation, *greeting);
    });
    if (info) {
        // from hello(): the reply alone does not show when our clock was read
        const std::lock_guard lock(m_measuredMutex);
        info->clockOffset = m_measured.clockOffset;
        info->clockReadAt = m_measured.clockReadAt;
        info->clockRate = m_measured.clockRate;
        info->clockTold = m_measured.clockReadAt != base::Time();
    }
    return info;
}

Result<ttl::CapabilityTable> MongoTtlServer::capabilities(const ttl::CallLimits& limits)
{
    return call(limits, probeCapabilities);
}

void MongoTtlServer::useCapabilities(const ttl::CapabilityTable& answers)
{
    const auto lacks = [&answers](ttl::Capability capability) {
        return answers.of(capability).can == ttl::Can::No;
    };
    m_refused.facet = lacks(ttl::Capability::Facet);
    m_refused.sample = lacks(ttl::Capability::Sample);
}

ttl::CapabilityTable MongoTtlServer::observed() const
{
    return m_pool->observer().facts();
}

Result<std::vector<ttl::DatabaseSpec>> MongoTtlServer::databases(const ttl::CallLimits& limits)
{
    return call(limits, readDatabases);
}

Result<std::vector<ttl::CollectionSpec>> MongoTtlServer::collections(const std::string& database,
                                                                     const ttl::CallLimits& limits)
{
    return call(limits, [&](Conversation& conversation) {
        return readCollections(conversation, database);
    });
}

Result<std::vector<ttl::IndexSpec>> MongoTtlServer::indexes(const protocol::Namespace& ns,
                                                            const ttl::CallLimits& limits)
{
    return call(limits, [&](Conversation& conversation) { return readIndexes(conversation, ns); });
}

Result<std::vector<ttl::IndexSpec>> MongoTtlServer::listedIndexes(const protocol::Namespace& ns,
                                                                  const ttl::CallLimits& limits)
{
    return call(limits,
                [&](Conversation& conversation) { return readListedIndexes(conversation, ns); });
}

Result<ttl::CollectionStats> MongoTtlServer::stats(const protocol::Namespace& ns,
                                                   const ttl::CallLimits& limits)
{
    return call(
        limits, [&](Conversation& conversation) { return readStats(conversation, ns); },
        ReadFrom::Nearby);
}

Result<ttl::TtlMetrics> MongoTtlServer::ttlMetrics(const ttl::CallLimits& limits)
{
    auto metrics = call(limits, readMetrics, ReadFrom::Deleter);
    // serverStatus may be refused, or come without the time
    if (metrics && metrics->serverTime == base::Time()) {
        metrics->serverTime = serverNow();
    }
    return metrics;
}

Result<ttl::MemberList> MongoTtlServer::members(const ttl::CallLimits& limits)
{
    return call(limits, [](Conversation& conversation) -> Result<ttl::MemberList> {
        const auto greeting = handshake(conversation, Access::Read);
        TRY(greeting);
        return readMembers(conversation, *greeting);
    });
}

Result<std::vector<ttl::ShardOverdue>>
MongoTtlServer::overduePerShard(const ttl::ImpactRequest& request, const ttl::CallLimits& limits)
{
    return call(
        limits,
        [&](Conversation& conversation) { return readOverduePerShard(conversation, request); },
        ReadFrom::Primary);
}

Result<ttl::ExpiryHistogram> MongoTtlServer::histogram(const ttl::HistogramRequest& request,
                                                       const ttl::CallLimits& limits)
{
    const base::Time asOf = serverNow();
    auto histogram = call(
        limits,
        [&](Conversation& conversation) {
            // without the time that the call waits for a connection
            const auto begun = std::chrono::steady_clock::now();
            auto read = readHistogram(conversation, request, m_refused);
            if (read) {
                read->took = std::chrono::duration_cast<std::chrono::milliseconds>(
                    std::chrono::steady_clock::now() - begun);
            }
            return read;
        },
        ReadFrom::Nearby);
    if (histogram) {
        histogram->asOf = asOf;
    }
    return histogram;
}

Result<ttl::CountPlan> MongoTtlServer::countPlan(const ttl::HistogramRequest& request, int parts,
                                                 const ttl::CallLimits& limits)
{
    return call(
        limits,
        [&](Conversation& conversation) {
            return readCountPlan(conversation, request, parts, m_refused);
        },
        ReadFrom::Nearby);
}

Result<ttl::Impact> MongoTtlServer::impact(const ttl::ImpactRequest& request,
                                           const ttl::CallLimits& limits)
{
    const base::Time asOf = serverNow();
    // what a deletion would delete
    auto impact = call(
        limits,
        [&](Conversation& conversation) { return readImpact(conversation, request, m_refused); },
        ReadFrom::Primary);
    if (impact) {
        impact->asOf = asOf;
    }
    return impact;
}

Result<std::vector<ttl::FieldCandidate>>
MongoTtlServer::fieldCandidates(const protocol::Namespace& ns, int sampleSize,
                                const ttl::CallLimits& limits)
{
    return call(
        limits,
        [&](Conversation& conversation) {
            return readFieldCandidates(conversation, ns, sampleSize, m_refused);
        },
        ReadFrom::Nearby);
}

Result<Document> MongoTtlServer::alter(const std::string& database, const Document& command,
                                       const ttl::CallLimits& limits)
{
    const auto send = [&](Conversation& conversation) {
        return conversation.run(database, command, Access::Write);
    };
    if (!isIndexBuild(command)) {
        return change(limits, send);
    }
    // the driver would give up waiting for the reply after five minutes
    auto pool = patientPool();
    TRY(pool);
    return changeOn(**pool, limits, send);
}

Result<std::vector<Document>> MongoTtlServer::find(const ttl::DocumentQuery& query,
                                                   const ttl::CallLimits& limits)
{
    return call(
        limits,
        [&](Conversation& conversation) { return readDocuments(conversation, query, m_refused); },
        query.fromPrimary ? ReadFrom::Primary : ReadFrom::Preferred);
}

Result<std::int64_t> MongoTtlServer::insert(const protocol::Namespace& ns,
                                            const std::vector<Document>& documents,
                                            const ttl::CallLimits& limits)
{
    return change(limits, [&](Conversation& conversation) {
        return insertDocuments(conversation, ns, documents);
    });
}

Result<Document> MongoTtlServer::runCommand(const std::string& database, const Document& command,
                                            const ttl::CallLimits& limits)
{
    const auto send = [&](Conversation& conversation) {
        return conversation.run(database, command, Access::Plain);
    };
    return onlyReads(command) ? call(limits, send) : change(limits, send);
}

} // namespace sandglass::mongo

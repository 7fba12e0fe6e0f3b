// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/mongo/sample_reading.h"
#include "app/ttl/ttl_server.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::mongo {

class ClientPool;
class ConnectionString;
class Conversation;
enum class ReadFrom;

/// A connection through libmongoc. Calls block. They pass their time limit to the server, and check
/// it and the cancel token between their commands. A call that hangs inside the driver continues
/// until the driver's own timeouts, so use a worker that can be abandoned.
class MongoTtlServer final : public ttl::TtlServer
{
public:
    /// Opens the pool and performs the handshake. Errors: as TtlServerFactory::connect().
    static Result<std::shared_ptr<MongoTtlServer>>
    connect(const std::string& uri, const base::Clock& clock, const ttl::CallLimits& limits);
    /// Closes the connections, without waiting for calls that hang.
    ~MongoTtlServer() override;

    Result<ttl::ServerInfo> serverInfo(const ttl::CallLimits& limits) override;
    Result<void> checkAlive(const ttl::CallLimits& limits) override;
    Result<ttl::CapabilityTable> capabilities(const ttl::CallLimits& limits) override;
    void useCapabilities(const ttl::CapabilityTable& answers) override;
    ttl::CapabilityTable observed() const override;
    Result<std::vector<ttl::DatabaseSpec>> databases(const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::CollectionSpec>> collections(const std::string& database,
                                                         const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::IndexSpec>> indexes(const protocol::Namespace& ns,
                                                const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::IndexSpec>> listedIndexes(const protocol::Namespace& ns,
                                                      const ttl::CallLimits& limits) override;
    Result<ttl::CollectionStats> stats(const protocol::Namespace& ns,
                                       const ttl::CallLimits& limits) override;
    Result<ttl::TtlMetrics> ttlMetrics(const ttl::CallLimits& limits) override;
    Result<ttl::MemberList> members(const ttl::CallLimits& limits) override;
    Result<ttl::MemberStatus> memberStatus(const std::string& host,
                                           const ttl::CallLimits& limits) override;
    Result<bson::Document> setMonitor(const std::string& host, bool enabled,
                                      const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::ShardOverdue>> overduePerShard(const ttl::ImpactRequest& request,
                                                           const ttl::CallLimits& limits) override;

    Result<ttl::ExpiryHistogram> histogram(const ttl::HistogramRequest& request,
                                           const ttl::CallLimits& limits) override;
    Result<ttl::CountPlan> countPlan(const ttl::HistogramRequest& request, int parts,
                                     const ttl::CallLimits& limits) override;
    Result<ttl::Impact> impact(const ttl::ImpactRequest& request,
                               const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::FieldCandidate>>
    fieldCandidates(const protocol::Namespace& ns, int sampleSize,
                    const ttl::CallLimits& limits) override;

    Result<bson::Document> alter(const std::string& database, const bson::Document& command,
                                 const ttl::CallLimits& limits) override;

    Result<std::vector<bson::Document>> find(const ttl::DocumentQuery& query,
                                             const ttl::CallLimits& limits) override;
    Result<std::int64_t> insert(const protocol::Namespace& ns,
                                const std::vector<bson::Document>& documents,
                                const ttl::CallLimits& limits) override;
    Result<bson::Document> runCommand(const std::string& database, const bson::Document& command,
                                      const ttl::CallLimits& limits) override;

private:
    /// `clock` must outlive this object.
    explicit MongoTtlServer(const base::Clock& clock);
    /// Opens the pool, and sends nothing yet. Errors: those of ClientPool::open().
    static Result<std::shared_ptr<MongoTtlServer>>
    open(ConnectionString connection, const base::Clock& clock, const ttl::CallLimits& limits);
    /// A connection to one member only, closed with the result. Errors: Unsupported through a
    /// socket, which leads to one server only; those of open() and of
    /// ConnectionString::forMember().
    Result<std::shared_ptr<MongoTtlServer>> openMember(const std::string& host,
                                                       const ttl::CallLimits& limits) const;
    /// Whether `host` is the server of this connection: empty, or the name that the server at a
    /// socket has in its set.
    Result<bool> isOwnName(const std::string& host, const ttl::CallLimits& limits);
    /// What this server says about itself.
    Result<ttl::MemberStatus> ownStatus(const ttl::CallLimits& limits);

    /// Runs `work` as call() does, for a change: first makes sure that the primary is the server
    /// that it was when connecting. Errors: also OtherServer; nothing is sent then.
    template <typename Work>
    auto change(const ttl::CallLimits& limits, Work work);
    /// The same on one of the two pools.
    template <typename Work>
    auto changeOn(ClientPool& pool, const ttl::CallLimits& limits, Work work);
    /// The pool for index builds, whose replies may take hours. Errors: those of
    /// ClientPool::open().
    Result<std::shared_ptr<ClientPool>> patientPool();
    /// Errors: OtherServer, those of the handshake.
    Result<void> checkSameServer(Conversation& conversation);
    /// Runs `work(Conversation&) -> Result<T>` in a conversation. `from`: which members of a
    /// replica set may answer. Errors: also Cancelled and Timeout while waiting for a client.
    template <typename Work>
    auto call(const ttl::CallLimits& limits, Work work, ReadFrom from = {});
    /// The same on one of the two pools.
    template <typename Work>
    auto callOn(ClientPool& pool, const ttl::CallLimits& limits, ReadFrom from, Work work);
    /// The reply to the handshake. Also measures the offset of the server's clock.
    Result<bson::Document> hello(const ttl::CallLimits& limits);
    /// The time now by the server's clock.
    base::Time serverNow() const;

    const base::Clock& m_clock;
    std::shared_ptr<ClientPool> m_pool;
    std::mutex m_patientMutex;
    std::shared_ptr<ClientPool> m_patientPool; // null before the first index build; guarded by
                                               // m_patientMutex
    mutable std::mutex m_measuredMutex;
    ttl::ServerInfo m_measured; // only its clock; guarded by m_measuredMutex
    RefusedStages m_refused;
    std::optional<ttl::ServerInfo> m_primary; // as first seen; guarded by m_measuredMutex
};

} // namespace sandglass::mongo

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/ttl_server.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::mongo {

class ClientPool;
class Conversation;

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
    Result<std::vector<ttl::DatabaseSpec>> databases(const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::CollectionSpec>> collections(const std::string& database,
                                                         const ttl::CallLimits& limits) override;
    Result<std::vector<ttl::IndexSpec>> indexes(const protocol::Namespace& ns,
                                                const ttl::CallLimits& limits) override;
    Result<ttl::CollectionStats> stats(const protocol::Namespace& ns,
                                       const ttl::CallLimits& limits) override;
    Result<ttl::TtlMetrics> ttlMetrics(const ttl::CallLimits& limits) override;

    Result<ttl::ExpiryHistogram> histogram(const ttl::HistogramRequest& request,
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
    Result<bool> replace(const protocol::Namespace& ns, const bson::Document& replacement,
                         const ttl::CallLimits& limits) override;
    Result<std::int64_t> setDate(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
                                 const std::string& field, bson::Date date,
                                 const ttl::CallLimits& limits) override;
    Result<std::int64_t> remove(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
                                const ttl::CallLimits& limits) override;
    Result<bson::Document> runCommand(const std::string& database, const bson::Document& command,
                                      const ttl::CallLimits& limits) override;

private:
    /// `clock` must outlive this object.
    explicit MongoTtlServer(const base::Clock& clock);

    /// Runs `work` as call() does, for a change: first makes sure that the primary is the server
    /// that it was when connecting. Errors: also OtherServer; nothing is sent then.
    template <typename Work>
    auto change(const ttl::CallLimits& limits, Work work);
    /// Errors: OtherServer, those of the handshake.
    Result<void> checkSameServer(Conversation& conversation);
    /// Runs `work(Conversation&) -> Result<T>` in a conversation. Errors: also Cancelled and
    /// Timeout while waiting for a client.
    template <typename Work>
    auto call(const ttl::CallLimits& limits, Work work);
    /// The reply to the handshake. Also measures the offset of the server's clock.
    Result<bson::Document> hello(const ttl::CallLimits& limits);
    /// The time now by the server's clock.
    base::Time serverNow() const;

    const base::Clock& m_clock;
    std::shared_ptr<ClientPool> m_pool;
    mutable std::mutex m_measuredMutex;
    ttl::ServerInfo m_measured; // only its clock; guarded by m_measuredMutex
    std::optional<ttl::ServerInfo> m_primary; // as first seen; guarded by m_measuredMutex
};

} // namespace sandglass::mongo

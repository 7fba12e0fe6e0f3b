// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/cosmos/index_rules.h"
#include "app/engine/cosmos/ttl_index.h"

#include <memory>
#include <mutex>
#include <utility>

namespace sandglass::engine::cosmos {

/// The catalog as clients of Cosmos DB see it; a decorator of the stored catalog. Commands go
/// through it and get Cosmos DB's TTL. The purge pass works on the stored catalog, where the rules
/// are ordinary TTL indexes. The server's own collections (system.…, databases local and config)
/// are passed through. Any thread.
class CosmosCatalog final : public catalog::Catalog
{
public:
    /// `real` and `clock` must outlive it.
    CosmosCatalog(catalog::Catalog& real, const base::Clock& clock);

    std::vector<std::string> databases() const override { return m_real.databases(); }
    std::vector<std::shared_ptr<catalog::Collection>>
    collections(std::string_view database) const override;
    std::shared_ptr<catalog::Collection> find(const protocol::Namespace& ns) const override;
    /// As the stored catalog. Errors: also BadValue (server error) for expireAfterSeconds on the
    /// collection itself.
    Result<std::shared_ptr<catalog::Collection>>
    create(const protocol::Namespace& ns, const catalog::CollectionOptions& options) override;
    /// Errors: as create().
    Result<std::shared_ptr<catalog::Collection>>
    createIndexed(const protocol::Namespace& ns, const catalog::CollectionOptions& options,
                  const std::vector<catalog::IndexDefinition>& indexes) override;
    Result<std::shared_ptr<catalog::Collection>> findOrCreate(const protocol::Namespace& ns,
                                                              bool* created) override;
    Result<int> drop(const protocol::Namespace& ns) override;
    Result<int> dropDatabase(std::string_view database) override
    {
        return m_real.dropDatabase(database);
    }
    Result<void> rename(const protocol::Namespace& from, const protocol::Namespace& to,
                        bool dropTarget) override
    {
        return m_real.rename(from, to, dropTarget);
    }
    /// Errors: also BadValue (server error) for expireAfterSeconds on the collection itself.
    Result<void> setOptions(const protocol::Namespace& ns,
                            const catalog::CollectionOptions& options) override;
    void tend(Occasion occasion) override { m_real.tend(occasion); }
    void settle() override { m_real.settle(); }
    std::vector<catalog::DamagedCollection> damaged() const override { return m_real.damaged(); }
    Result<void> reclaim(const protocol::Namespace& ns,
                         const catalog::Collection::Interruption& interrupted) override
    {
        return m_real.reclaim(ns, interrupted);
    }
    Result<void> checkpoint(const std::string& folder) override
    {
        return m_real.checkpoint(folder);
    }
    Result<void> follow(const std::function<Result<bool>()>& advance) override
    {
        return m_real.follow(advance);
    }
    Result<void> startOplog(std::int64_t bytes) override { return m_real.startOplog(bytes); }
    const catalog::Oplog* oplog() const override { return m_real.oplog(); }
    void setCommitListener(std::function<void()> listener) override
    {
        m_real.setCommitListener(std::move(listener));
    }
    /// A TTL index replaces the existing one. Errors: also BadValue (server error) for a TTL index
    /// on another field than `_ts`.
    Result<void> createIndexes(const protocol::Namespace& ns,
                               const std::vector<catalog::IndexDefinition>& definitions,
                               const catalog::Collection::Interruption& interrupted) override;
    Result<void> dropIndexes(const protocol::Namespace& ns,
                             const std::vector<std::string>& names) override;
    /// Errors: also BadValue (server error) for turning an ordinary index into a TTL index, and for
    /// hiding the TTL index.
    Result<void> modifyIndex(const protocol::Namespace& ns,
                             const catalog::IndexDefinition& definition,
                             const catalog::Collection::Interruption& interrupted) override;
    const catalog::IndexDialect* indexDialect() const override { return &m_rules; }

private:
    /// The Cosmos view of a stored collection; nullptr stays nullptr.
    std::shared_ptr<catalog::Collection> shown(std::shared_ptr<catalog::Collection> real) const;
    /// The TTL index of a collection; nullopt without one.
    std::optional<TtlIndex> ttlIndex(const protocol::Namespace& ns) const;
    /// The names of the stored indexes that implement a TTL index.
    std::vector<std::string> carrierNames(const TtlIndex& index) const;
    /// Creates the TTL index, changes it, or replaces it. m_ttlChanges is held.
    Result<void> putTtlIndex(const protocol::Namespace& ns, const TtlIndex& index);
    /// Changes the seconds of the existing TTL index. m_ttlChanges is held.
    Result<void> setSeconds(const protocol::Namespace& ns, const TtlIndex& index);

    catalog::Catalog& m_real;
    const base::Clock& m_clock;
    const IndexRules m_rules;
    std::mutex m_ttlChanges; ///< held while a TTL index changes in several steps
};

} // namespace sandglass::engine::cosmos

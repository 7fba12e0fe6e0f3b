// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/catalog_follower.h"
#include "app/engine/catalog/catalog_upkeep.h"
#include "app/engine/catalog/collection_table.h"
#include "app/engine/catalog/index_catalog.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// The catalog over a store: creates, drops and renames collections itself, and leaves loading,
/// following, upkeep and indexes to the classes of those names.
class CatalogImpl final : public Catalog
{
public:
    explicit CatalogImpl(std::shared_ptr<Core> core);
    CatalogImpl(const CatalogImpl&) = delete;
    CatalogImpl& operator=(const CatalogImpl&) = delete;
    /// Ends the work in the background and saves the block directories.
    ~CatalogImpl() override;

    /// Reads the store's catalog and repairs what a crash left. Called once, before anything else.
    /// Errors: Storage.
    Result<void> load();

    /// The same on a standby, which repairs and writes nothing. Errors: Storage.
    Result<void> loadStandby();

    Result<void> follow(const std::function<Result<bool>()>& advance) override
    {
        return m_follower.follow(advance);
    }
    std::vector<std::string> databases() const override { return m_table.databases(); }
    std::vector<std::shared_ptr<Collection>> collections(std::string_view database) const override;
    std::shared_ptr<Collection> find(const protocol::Namespace& ns) const override
    {
        return m_table.find(ns);
    }
    Result<std::shared_ptr<Collection>> create(const protocol::Namespace& ns,
                                               const CollectionOptions& options) override;
    Result<std::shared_ptr<Collection>>
    createIndexed(const protocol::Namespace& ns, const CollectionOptions& options,
                  const std::vector<IndexDefinition>& indexes) override;
    Result<std::shared_ptr<Collection>> findOrCreate(const protocol::Namespace& ns,
                                                     bool* created) override;
    Result<int> drop(const protocol::Namespace& ns) override;
    Result<int> dropDatabase(std::string_view database) override;
    Result<void> rename(const protocol::Namespace& from, const protocol::Namespace& to,
                        bool dropTarget) override;
    Result<void> setOptions(const protocol::Namespace& ns,
                            const CollectionOptions& options) override;
    void tend(Occasion occasion) override { m_upkeep.tend(occasion); }
    void settle() override { m_upkeep.settle(); }
    std::vector<DamagedCollection> damaged() const override { return m_upkeep.damaged(); }
    Result<void> reclaim(const protocol::Namespace& ns,
                         const Collection::Interruption& interrupted) override;
    Result<void> checkpoint(const std::string& folder) override;
    Result<void> startOplog(std::int64_t bytes) override;
    const Oplog* oplog() const override;
    void setCommitListener(std::function<void()> listener) override;
    Result<void> createIndexes(const protocol::Namespace& ns,
                               const std::vector<IndexDefinition>& definitions,
                               const Collection::Interruption& interrupted) override
    {
        return m_indexes.create(ns, definitions, interrupted);
    }
    Result<void> dropIndexes(const protocol::Namespace& ns,
                             const std::vector<std::string>& names) override
    {
        return m_indexes.drop(ns, names);
    }
    Result<void> modifyIndex(const protocol::Namespace& ns, const IndexDefinition& definition,
                             const Collection::Interruption& interrupted) override
    {
        return m_indexes.modify(ns, definition, interrupted);
    }

private:
    using Entry = CollectionTable::Entry;

    /// Creates a collection; durable only after the next sync of the journal.
    Result<Entry> addCollection(const protocol::Namespace& ns, const CollectionOptions& options,
                                const std::vector<IndexDefinition>& indexes);
    /// The indexes of a new collection. Takes their numbers from `ids`.
    Result<std::shared_ptr<const IndexSet>>
    firstIndexes(NextIds& ids, const std::vector<IndexDefinition>& definitions) const;
    void putRemoval(storage::Batch& batch, const CollectionImpl& collection) const;
    Result<int> dropAll(const std::vector<Entry>& collections, std::string_view database = {});
    /// Renames a collection and drops `target`, which may be null, in one commit. The writer lock
    /// is held.
    Result<void> commitRename(const Entry& source, const protocol::Namespace& to,
                              const Entry& target);

    std::shared_ptr<Core> m_core;
    bool m_loaded = false; ///< loaded completely, and not on a standby
    CollectionTable m_table;
    CatalogFollower m_follower;
    CatalogUpkeep m_upkeep;
    IndexCatalog m_indexes;
};

} // namespace sandglass::engine::catalog

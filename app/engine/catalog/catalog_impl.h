// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/background_worker.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/collection_impl.h"

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// The one implementation of Catalog.
class CatalogImpl final : public Catalog
{
public:
    explicit CatalogImpl(std::shared_ptr<Core> core);
    CatalogImpl(const CatalogImpl&) = delete;
    CatalogImpl& operator=(const CatalogImpl&) = delete;
    /// Ends what is done in the background and saves the block directories.
    ~CatalogImpl() override;

    /// Reads the store's catalog and repairs what a crash left. Called once, before anything else.
    /// Errors: Storage.
    Result<void> load();

    /// Takes over the store's catalog as it is now; on a standby, under its gate.
    Result<void> reload();

    Result<void> follow(const std::function<Result<bool>()>& advance) override;
    std::vector<std::string> databases() const override;
    std::vector<std::shared_ptr<Collection>> collections(std::string_view database) const override;
    std::shared_ptr<Collection> find(const protocol::Namespace& ns) const override;
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
    void tend(Occasion occasion) override;
    void settle() override { m_background.settle(); }
    Result<void> reclaim(const protocol::Namespace& ns) override;
    Result<void> checkpoint(const std::string& folder) override;
    Result<void> startOplog(std::int64_t bytes) override;
    const Oplog* oplog() const override;
    void setCommitListener(std::function<void()> listener) override;
    Result<void> createIndexes(const protocol::Namespace& ns,
                               const std::vector<IndexDefinition>& definitions) override;
    Result<void> dropIndexes(const protocol::Namespace& ns,
                             const std::vector<std::string>& names) override;
    Result<void> modifyIndex(const protocol::Namespace& ns,
                             const IndexDefinition& definition) override;

private:
    using Entry = std::shared_ptr<CollectionImpl>;
    using States = std::vector<std::shared_ptr<const IndexState>>;

    Result<void> loadNextIds();
    Result<Entry> loadCollection(const StoredCollection& stored);
    Result<void> loadCounters(CollectionImpl& collection);
    Result<void> repair(const Entry& collection);
    Result<void> upgradeFormat();
    std::vector<Entry> allCollections() const;
    void buildDirectories(const Entry& collection);
    void reclaimLater(const Entry& collection);
    Result<Entry> followed(const Entry& known, const StoredCollection& stored,
                           storage::Slice value);

    Entry lookUp(const protocol::Namespace& ns) const;
    Result<Entry> require(const protocol::Namespace& ns) const;
    /// Whether the name belongs to a collection or to a time series, whose buckets have another.
    bool isTaken(const protocol::Namespace& ns) const;
    Result<Entry> addCollection(const protocol::Namespace& ns, const CollectionOptions& options,
                                const std::vector<IndexDefinition>& indexes);
    Result<std::shared_ptr<const IndexSet>>
    firstIndexes(NextIds& ids, const std::vector<IndexDefinition>& definitions) const;
    Result<Entry> addOplog(std::int64_t bytes);
    static std::array<std::uint8_t, 16> freshUuid();
    Result<void> putRemoval(storage::Batch& batch, const CollectionImpl& collection) const;
    Result<int> dropAll(const std::vector<Entry>& collections, std::string_view database = {});
    Result<void> commitRename(const Entry& source, const protocol::Namespace& to,
                              const Entry& target);
    Result<States> makeStates(const CollectionImpl& collection,
                              const std::vector<IndexDefinition>& definitions, IndexPhase phase);
    Result<std::vector<std::uint32_t>> addIndexes(CollectionImpl& collection,
                                                  const std::vector<IndexDefinition>& definitions);
    Result<std::shared_ptr<const IndexState>> changeIndex(CollectionImpl& collection,
                                                          const IndexDefinition& definition);

    std::shared_ptr<Core> m_core;
    bool m_missedLists = false; ///< on a standby, of the thread that follows
    bool m_loaded = false; ///< all of it, and it is ours to write
    std::mutex m_indexChanges; ///< one createIndexes or modifyIndex at a time; taken before the
                               ///< writer lock
    mutable std::shared_mutex m_mutex;
    std::map<protocol::Namespace, Entry>
        m_collections; // guarded by m_mutex; changed under the writer lock too
    BackgroundWorker m_background; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::catalog

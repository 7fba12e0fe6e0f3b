// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog_upkeep.h"
#include "app/engine/catalog/collection_table.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// Creates, drops and modifies indexes of existing collections. Any thread.
class IndexCatalog
{
public:
    /// `table` and `upkeep` must outlive it.
    IndexCatalog(std::shared_ptr<Core> core, const CollectionTable& table, CatalogUpkeep& upkeep);

    /// See Catalog::createIndexes().
    Result<void> create(const protocol::Namespace& ns,
                        const std::vector<IndexDefinition>& definitions,
                        const Collection::Interruption& interrupted);
    /// See Catalog::dropIndexes().
    Result<void> drop(const protocol::Namespace& ns, const std::vector<std::string>& names);
    /// See Catalog::modifyIndex().
    Result<void> modify(const protocol::Namespace& ns, const IndexDefinition& definition,
                        const Collection::Interruption& interrupted);

private:
    using Entry = CollectionTable::Entry;
    using States = std::vector<std::shared_ptr<const IndexState>>;

    Result<States> makeStates(const CollectionImpl& collection,
                              const std::vector<IndexDefinition>& definitions, IndexPhase phase);
    Result<std::vector<std::uint32_t>> add(CollectionImpl& collection,
                                           const std::vector<IndexDefinition>& definitions);
    Result<std::shared_ptr<const IndexState>> change(CollectionImpl& collection,
                                                     const IndexDefinition& definition,
                                                     const Collection::Interruption& interrupted);

    std::shared_ptr<Core> m_core;
    const CollectionTable& m_table;
    CatalogUpkeep& m_upkeep;
    std::mutex m_changes; ///< one create or modify at a time; taken before the writer lock
};

} // namespace sandglass::engine::catalog

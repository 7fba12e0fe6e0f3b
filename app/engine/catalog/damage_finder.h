// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/collection_table.h"
#include "app/engine/storage/key_value_store.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// Finds the collections whose data are in tables that compactions could not read. Any thread.
class DamageFinder
{
public:
    /// Both must outlive it.
    DamageFinder(Core& core, const CollectionTable& table);

    /// Reads what each collection has in such a table, if that was not done before. Takes as long
    /// as reading one table: returns whether another one is left for the next call. It ends early,
    /// with false, when the core is stopping, and when the store refuses writes.
    bool look();
    /// The collections of which something could not be read, sorted by name. Without those that
    /// were dropped, and those whose table is gone.
    std::vector<DamagedCollection> found() const;
    /// Whether rewriting a collection's tables would include a damaged table that a rewriting
    /// failed on a short while ago.
    bool blocks(const CollectionImpl& collection) const;

private:
    /// What is known of a table.
    struct Finding
    {
        base::Time since; ///< when it was looked at
        std::map<std::uint32_t, std::string> errors; ///< by the number of the collection
    };

    /// Whether the reading should end early: nobody waits for its result any more, or others wait
    /// for it to end.
    bool mustEnd() const;
    /// The first table that was not looked at.
    std::optional<storage::DamagedTable>
    nextOf(const std::vector<storage::DamagedTable>& tables) const;
    /// Reads what a collection has in a table, of which `keys` are the keys. Returns why that is
    /// not possible; nullopt: it is, or it must end.
    std::optional<std::string> errorIn(const CollectionImpl& collection,
                                       const storage::DamagedTable& table,
                                       storage::Iterator& keys) const;

    Core& m_core;
    const CollectionTable& m_table;
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, Finding> m_findings; // guarded by m_mutex; by the number of the file
};

} // namespace sandglass::engine::catalog

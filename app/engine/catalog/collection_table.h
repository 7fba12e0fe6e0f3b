// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection_impl.h"

#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

/// The collections of a catalog by their names. Reading is for any thread; changes are made under
/// the writer lock, or by the one thread that loads or follows.
class CollectionTable
{
public:
    using Entry = std::shared_ptr<CollectionImpl>;

    /// Names of databases that have a collection, sorted.
    std::vector<std::string> databases() const;
    /// Collections of a database, sorted by name; all databases when empty.
    std::vector<Entry> of(std::string_view database) const;
    std::vector<Entry> all() const { return of({}); }
    /// nullptr when there is none of that name.
    Entry find(const protocol::Namespace& ns) const;
    /// The collection, to be changed. Errors: NamespaceNotFound; IllegalOperation for the log of
    /// operations while `core` writes it.
    Result<Entry> require(const protocol::Namespace& ns, const Core& core) const;
    /// Whether the name belongs to a collection or to a time series, whose buckets have another.
    bool isTaken(const protocol::Namespace& ns) const;

    /// Puts a collection under its name, in place of another.
    void add(const Entry& collection);
    void remove(const std::vector<Entry>& collections);
    /// Gives a collection another name, in place of another collection.
    void rename(const Entry& collection, const protocol::Namespace& to);
    /// Takes these collections in place of all that were there.
    void replace(const std::vector<Entry>& collections);

private:
    mutable std::shared_mutex m_mutex;
    std::map<protocol::Namespace, Entry> m_collections; // guarded by m_mutex
};

} // namespace sandglass::engine::catalog

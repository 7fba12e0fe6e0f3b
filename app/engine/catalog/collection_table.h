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
    /// Collections of all databases, sorted by name.
    std::vector<Entry> all() const { return of({}); }
    /// The collection of that name; nullptr when there is none.
    Entry find(const protocol::Namespace& ns) const;
    /// A collection that a caller wants to change. Errors: NamespaceNotFound; IllegalOperation for
    /// the log of operations while `core` writes it.
    Result<Entry> require(const protocol::Namespace& ns, const Core& core) const;
    /// Whether a collection or time series has that name. A time series also takes the name of its
    /// buckets collection, and the other way round.
    bool isTaken(const protocol::Namespace& ns) const;

    /// Adds a collection under its name; one of the same name is replaced.
    void add(const Entry& collection);
    /// Removes these collections from the table; their data are untouched.
    void remove(const std::vector<Entry>& collections);
    /// Gives a collection another name; one that has this name is replaced.
    void rename(const Entry& collection, const protocol::Namespace& to);
    /// Replaces all collections by these.
    void replace(const std::vector<Entry>& collections);

private:
    mutable std::shared_mutex m_mutex;
    std::map<protocol::Namespace, Entry> m_collections; // guarded by m_mutex
};

} // namespace sandglass::engine::catalog

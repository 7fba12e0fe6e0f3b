// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::storage {
class KeyValueStore;
}

namespace sandglass::engine::catalog {

class Oplog;

class IndexDialect;

/// A collection of which a compaction could not read everything. Nothing is lost by that, but the
/// damaged part cannot be read.
struct DamagedCollection
{
    std::shared_ptr<Collection> collection;
    base::Time since; ///< when it was found
    std::string error; ///< of reading, in the store's words
};

/// Databases, collections and their indexes: the only way to read and change them. Any thread.
/// Changes are serialised and atomic; they are durable (journal synced) when the call returns.
class Catalog
{
public:
    /// Loads the catalog from the store. Completes or removes what a crash left unfinished (index
    /// builds, data of dropped collections). `store` and `clock` must outlive it. Errors: Storage,
    /// also for an unknown format version.
    static Result<std::unique_ptr<Catalog>>
    open(storage::KeyValueStore& store, const base::Clock& clock, FilterCompiler compileFilter);
    /// The catalog of another process, on a storage::StandbyStore. Repairs and writes nothing;
    /// follow() takes over that process's changes. Errors: Storage.
    static Result<std::unique_ptr<Catalog>> openStandby(storage::KeyValueStore& store,
                                                        const base::Clock& clock,
                                                        FilterCompiler compileFilter);
    virtual ~Catalog() = default;

    /// On a standby: calls `advance` to move the store on, then takes over collections and indexes
    /// if it returned true. New reads wait meanwhile. One thread. Errors: those of `advance`;
    /// Storage; Conflict when the store must reopen its files, because removed records would become
    /// visible otherwise.
    virtual Result<void> follow(const std::function<Result<bool>()>& advance) = 0;

    /// Names of the databases that have a collection, sorted.
    virtual std::vector<std::string> databases() const = 0;
    /// The collections of a database, sorted by name; of all databases if `database` is empty.
    virtual std::vector<std::shared_ptr<Collection>>
    collections(std::string_view database) const = 0;
    /// A collection or view; nullptr when it does not exist.
    virtual std::shared_ptr<Collection> find(const protocol::Namespace& ns) const = 0;

    /// Creates a collection with its `_id_` index. Errors (server): NamespaceExists,
    /// InvalidNamespace.
    virtual Result<std::shared_ptr<Collection>> create(const protocol::Namespace& ns,
                                                       const CollectionOptions& options)
        = 0;
    /// As create(), with further indexes in the same atomic step. `indexes`: already checked.
    virtual Result<std::shared_ptr<Collection>>
    createIndexed(const protocol::Namespace& ns, const CollectionOptions& options,
                  const std::vector<IndexDefinition>& indexes)
        = 0;
    /// The collection, created if it does not exist. `created` (may be null): set to whether it
    /// was.
    virtual Result<std::shared_ptr<Collection>> findOrCreate(const protocol::Namespace& ns,
                                                             bool* created)
        = 0;
    /// Drops a collection with everything in it. Returns the number of its indexes. Errors
    /// (server): NamespaceNotFound.
    virtual Result<int> drop(const protocol::Namespace& ns) = 0;
    /// Drops all collections of a database. Returns their number.
    virtual Result<int> dropDatabase(std::string_view database) = 0;
    /// Renames a collection. Errors (server): NamespaceNotFound without a source, NamespaceExists
    /// for an existing target (unless `dropTarget`), InvalidNamespace for the name,
    /// IllegalOperation onto itself.
    virtual Result<void> rename(const protocol::Namespace& from, const protocol::Namespace& to,
                                bool dropTarget)
        = 0;
    /// Replaces the options that listCollections shows. Errors (server): NamespaceNotFound.
    virtual Result<void> setOptions(const protocol::Namespace& ns, const CollectionOptions& options)
        = 0;

    /// From now on logs all writes in local.oplog.rs, which is created if missing and limited to
    /// about `bytes` bytes. Only the catalog can change that collection from then on. Call it
    /// before other threads use the catalog. Errors: Storage.
    virtual Result<void> startOplog(std::int64_t bytes) = 0;
    /// The log of operations; nullptr before startOplog().
    virtual const Oplog* oplog() const = 0;
    /// Sets a function that is called after each commit, on the committing thread; it must not
    /// block. Call it before other threads use the catalog.
    virtual void setCommitListener(std::function<void()> listener) = 0;

    /// Builds indexes over the existing documents. Writers can continue meanwhile. `definitions`:
    /// already checked. `interrupted` is called before every thousand documents and must not be
    /// null. After an error nothing of the indexes remains. Errors (server): DuplicateKey for a
    /// unique index over duplicates, QueryPlanKilled when the collection was dropped meanwhile;
    /// those of `interrupted`.
    virtual Result<void> createIndexes(const protocol::Namespace& ns,
                                       const std::vector<IndexDefinition>& definitions,
                                       const Collection::Interruption& interrupted)
        = 0;
    /// The same, to the end.
    Result<void> createIndexes(const protocol::Namespace& ns,
                               const std::vector<IndexDefinition>& definitions)
    {
        return createIndexes(ns, definitions, [] { return Result<void>(); });
    }
    /// Drops indexes, all or none. Errors (server): IndexNotFound when a name does not exist,
    /// InvalidOptions for `_id_`.
    virtual Result<void> dropIndexes(const protocol::Namespace& ns,
                                     const std::vector<std::string>& names)
        = 0;
    /// Replaces the changeable options of an index (expireAfterSeconds, hidden, prepareUnique,
    /// unique) and resets its use counter. Turning an ordinary index into a TTL index moves its
    /// date entries. An index that becomes unique is read whole first; `interrupted` is called for
    /// each of its entries and must not be null, and after its error nothing has changed. Errors
    /// (server): IndexNotFound, CannotConvertIndexToUnique; those of `interrupted`.
    virtual Result<void> modifyIndex(const protocol::Namespace& ns,
                                     const IndexDefinition& definition,
                                     const Collection::Interruption& interrupted)
        = 0;
    /// The same, to the end.
    Result<void> modifyIndex(const protocol::Namespace& ns, const IndexDefinition& definition)
    {
        return modifyIndex(ns, definition, [] { return Result<void>(); });
    }
    /// The situation in which tend() is called.
    enum class Occasion {
        Visit, ///< a visit to a TTL index has ended, its pass continues
        PassEnd, ///< a pass has ended that deleted something
        Idle, ///< a pass has ended that deleted nothing
    };
    /// Starts background work that is worth doing now: reclaiming the space of documents removed in
    /// bulk (the sooner, the larger their share of a collection), and building missing block
    /// directories. Does not block.
    virtual void tend(Occasion occasion) = 0;
    /// Blocks until no background work is left.
    virtual void settle() = 0;
    /// The collections of which a compaction could not read everything, sorted by name. They are
    /// found in the background.
    virtual std::vector<DamagedCollection> damaged() const { return {}; }
    /// Reclaims the space of all documents removed from a collection. Blocks; readers and writers
    /// can continue. `interrupted` is called several times a second and must not be null; after its
    /// error the rest waits for the next call. Errors: NamespaceNotFound (server), Storage; those
    /// of `interrupted`; Unsupported when the catalog ends.
    virtual Result<void> reclaim(const protocol::Namespace& ns,
                                 const Collection::Interruption& interrupted)
        = 0;
    /// The same, to the end.
    Result<void> reclaim(const protocol::Namespace& ns)
    {
        return reclaim(ns, [] { return Result<void>(); });
    }
    /// Copies the current state to `folder`, with the block directories saved. Errors: as
    /// KeyValueStore::checkpoint().
    virtual Result<void> checkpoint(const std::string& folder) = 0;

    /// How index commands on this catalog differ from MongoDB's; nullptr: they do not.
    virtual const IndexDialect* indexDialect() const { return nullptr; }
};

} // namespace sandglass::engine::catalog

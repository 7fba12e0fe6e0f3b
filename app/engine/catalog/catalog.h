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

/// Databases, collections and their indexes: the one way to read and to change them. All calls from
/// any thread; changes are serialised, atomic and durable (journal synced) before they return.
class Catalog
{
public:
    /// Loads the catalog from the store; finishes or removes what a crash left half done (indexes
    /// being built, data of dropped collections). `store` and `clock` must outlive it. Errors:
    /// Storage, also for an unknown format version.
    static Result<std::unique_ptr<Catalog>>
    open(storage::KeyValueStore& store, const base::Clock& clock, FilterCompiler compileFilter);
    /// The catalog of another process, read beside it (storage::StandbyStore): nothing is repaired
    /// or written, and follow() takes over what that process changes. Errors: Storage.
    static Result<std::unique_ptr<Catalog>> openStandby(storage::KeyValueStore& store,
                                                        const base::Clock& clock,
                                                        FilterCompiler compileFilter);
    virtual ~Catalog() = default;

    /// On a standby: moves the store on by `advance`, which tells whether there was anything new,
    /// and takes over collections and indexes as they are then. Reads that begin meanwhile wait.
    /// One thread. Errors: those of `advance`; Storage; Conflict when the store
    /// has to open the files afresh, which shows what was removed for good meanwhile.
    virtual Result<void> follow(const std::function<Result<bool>()>& advance) = 0;

    /// Names of databases that have a collection, sorted.
    virtual std::vector<std::string> databases() const = 0;
    /// Collections of a database, sorted by name; all databases when empty.
    virtual std::vector<std::shared_ptr<Collection>>
    collections(std::string_view database) const = 0;
    /// nullptr when it does not exist.
    virtual std::shared_ptr<Collection> find(const protocol::Namespace& ns) const = 0;

    /// Creates a collection with its `_id_` index. Errors: 48 NamespaceExists, 73 for the name.
    virtual Result<std::shared_ptr<Collection>> create(const protocol::Namespace& ns,
                                                       const CollectionOptions& options)
        = 0;
    /// The same with further indexes from its first moment on, in one step: whoever sees the
    /// collection sees them too, after a crash as well. They have been judged already.
    virtual Result<std::shared_ptr<Collection>>
    createIndexed(const protocol::Namespace& ns, const CollectionOptions& options,
                  const std::vector<IndexDefinition>& indexes)
        = 0;
    /// The collection, made if it is missing. `created` (may be null) tells which.
    virtual Result<std::shared_ptr<Collection>> findOrCreate(const protocol::Namespace& ns,
                                                             bool* created)
        = 0;
    /// Drops a collection and everything in it; returns the number of its indexes. Errors: 26.
    virtual Result<int> drop(const protocol::Namespace& ns) = 0;
    /// Drops all collections of a database; returns how many there were.
    virtual Result<int> dropDatabase(std::string_view database) = 0;
    /// Errors: 26 source missing, 48 target exists (unless dropTarget), 73 for the name, 20 onto
    /// itself.
    virtual Result<void> rename(const protocol::Namespace& from, const protocol::Namespace& to,
                                bool dropTarget)
        = 0;
    /// Changes what listCollections shows as options.
    virtual Result<void> setOptions(const protocol::Namespace& ns, const CollectionOptions& options)
        = 0;

    /// From here on all writes are logged in local.oplog.rs, made if it is missing, which keeps
    /// about `bytes` bytes. Nobody but the catalog can change that collection any more. Call it
    /// before others use the catalog. Errors: Storage.
    virtual Result<void> startOplog(std::int64_t bytes) = 0;
    /// The log; nullptr before startOplog().
    virtual const Oplog* oplog() const = 0;
    /// Called after each commit, on the thread that committed: must be quick. Set it before others
    /// use the catalog.
    virtual void setCommitListener(std::function<void()> listener) = 0;

    /// Builds indexes over what is there; writers go on meanwhile where the store allows. The
    /// definitions have been judged already. Errors: 11000 for a unique index over duplicates
    /// (nothing is left of it), 175 dropped meanwhile.
    virtual Result<void> createIndexes(const protocol::Namespace& ns,
                                       const std::vector<IndexDefinition>& definitions)
        = 0;
    /// Errors: 27 when one of the names is absent (then none is dropped), 72 for `_id_`.
    virtual Result<void> dropIndexes(const protocol::Namespace& ns,
                                     const std::vector<std::string>& names)
        = 0;
    /// Replaces the changeable parts of an index (expireAfterSeconds, hidden, prepareUnique,
    /// unique); making an ordinary index a TTL index moves its date entries. Resets its use
    /// counter. Errors: 27, 359 CannotConvertIndexToUnique.
    virtual Result<void> modifyIndex(const protocol::Namespace& ns,
                                     const IndexDefinition& definition)
        = 0;
    /// When tend() is called.
    enum class Occasion {
        Visit, ///< a TTL index was visited, and its pass goes on
        PassEnd, ///< a pass is over that removed something
        Idle, ///< a pass found nothing to remove
    };
    /// Starts in the background what is worth doing now: giving back the space of documents that
    /// were removed in bulk (the more of a collection they are, the sooner), and building block
    /// directories that are missing. Returns at once.
    virtual void tend(Occasion occasion) = 0;
    /// Waits until nothing is left to do in the background.
    virtual void settle() = 0;
    /// Gives back the space of everything that was removed from a collection, and waits for it.
    /// Readers and writers go on. Errors: 26, Storage; Unsupported when it was interrupted.
    virtual Result<void> reclaim(const protocol::Namespace& ns) = 0;
    /// Makes a copy of this moment in `folder`: KeyValueStore::checkpoint() with the block
    /// directories saved. Errors as there.
    virtual Result<void> checkpoint(const std::string& folder) = 0;

    /// How index commands on this catalog differ from MongoDB's; nullptr: in nothing.
    virtual const IndexDialect* indexDialect() const { return nullptr; }
};

} // namespace sandglass::engine::catalog

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_shape.h"
#include "app/engine/catalog/types.h"

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::storage {
enum class Durability;
}

namespace sandglass::engine::catalog {

/// Walks over the documents of one collection as they were when the cursor was opened. Not
/// thread-safe.
class RecordCursor
{
public:
    virtual ~RecordCursor() = default;
    /// Moves to the next document. False at the end and after an error.
    virtual bool next() = 0;
    /// The record id of the current document.
    virtual RecordId id() const = 0;
    /// The current document; valid until the next call of next().
    virtual bson::DocumentView document() const = 0;
    /// Whether the walk ended without an error. Errors: Storage.
    virtual Result<void> status() const = 0;
    /// Number of index keys read so far; for explain and profiling.
    virtual std::int64_t keysExamined() const = 0;
    /// Number of documents read so far; for explain and profiling.
    virtual std::int64_t documentsExamined() const = 0;
};

/// A date entry of a TTL index.
struct DateEntry
{
    bson::Date date;
    RecordId id = 0;
};

class Collection;
struct WriteNote;

/// A set of writes to one collection that becomes visible atomically, with all index entries. Holds
/// the engine's writer lock from beginWrite() to commit() or destruction (which discards the
/// writes), so keep it short. After a failed call (duplicate key, too large) the unit is as before
/// that call and can continue.
class WriteUnit
{
public:
    virtual ~WriteUnit() = default;
    /// Adds a document, whose first field must be _id. In a capped collection the oldest documents
    /// are removed until the limits hold. Errors (server): DuplicateKey (with MongoDB's text),
    /// CannotIndexParallelArrays or CannotCreateIndex for keys that cannot be indexed,
    /// BSONObjectTooLarge; BadValue for a document larger than a capped collection.
    virtual Result<RecordId> insert(bson::DocumentView document) = 0;
    /// The newest state of a document, including this unit's writes; nullopt if it does not exist.
    /// Errors: Storage.
    virtual Result<std::optional<bson::Document>> fetch(RecordId id) = 0;
    /// Replaces a document, which keeps its `_id`. Errors: as insert(); NotFound when it does not
    /// exist.
    virtual Result<void> replace(RecordId id, bson::DocumentView document) = 0;
    /// Removes a document with all its index entries. False if it does not exist. Errors: Storage.
    virtual Result<bool> remove(RecordId id) = 0;
    /// The document as fetch() will return it after being written: without the fields that a server
    /// profile reserves.
    virtual bson::Document asFetched(bson::Document document) const { return document; }
    /// Whether replace() counts as a change even if the document stays the same.
    virtual bool countsEveryReplace() const { return false; }
    /// Date entries of a TTL index up to and including `to`, oldest first, at most `limit`, without
    /// this unit's own changes. Starts at the remembered bound (see rememberDrained()), so that
    /// deleted entries are not read again. For a clustered collection, dates before 1970 are left
    /// out, because they never expire. Errors: Storage.
    virtual Result<std::vector<DateEntry>> datesUpTo(std::string_view indexName, bson::Date to,
                                                     std::size_t limit)
        = 0;
    /// Remembers, with the commit and in memory only, that the index has no date entry before
    /// `date`. Inserting an older date lowers the bound again. Collection::dates() and countDates()
    /// use the bound too.
    virtual void rememberDrained(std::string_view indexName, bson::Date date) = 0;
    /// Number of index keys removed so far, in all indexes.
    virtual std::int64_t removedKeys() const = 0;
    /// Information for the log of operations about the writes that follow; it must outlive them.
    /// nullptr: none. No effect without a log.
    virtual void setNote(const WriteNote* note) = 0;
    /// Number of index keys added so far, in all indexes.
    virtual std::int64_t insertedKeys() const = 0;
    /// A unit for another collection that commits with this one, all or nothing. It belongs to this
    /// unit and has no commit() of its own. For writes of the server itself: documents may exceed
    /// the limit of clients by the space for the server's own fields. Errors: QueryPlanKilled
    /// (server) after a drop, Unsupported for a collection that this unit cannot write.
    virtual Result<WriteUnit*> join(const std::shared_ptr<Collection>& other) = 0;
    /// Makes all writes visible, with the given durability. Ends the unit. Errors: Storage, with
    /// OutOfDiskSpace or UnknownError for the client.
    virtual Result<void> commit(storage::Durability durability) = 0;
};

/// The result of one step of a removal in bulk.
struct BulkStep
{
    std::int64_t documents = 0;
    std::int64_t bytes = 0; ///< size of those documents
    std::int64_t keys = 0; ///< index keys removed with them, as far as the entries read and the
                           ///< types of the other indexes show
    std::int64_t walked = 0; ///< date entries read
    bool drained = false; ///< nothing more is due
};

/// Removes the due documents of one TTL index in bulk, oldest first. A small commit makes them
/// invisible to all readers; compactions remove their keys later. Not thread-safe; holds no lock
/// between steps.
class BulkRemoval
{
public:
    virtual ~BulkRemoval() = default;
    /// Removes up to `limit` (at least 1) documents that are due at `now`, in one commit under the
    /// writer lock. nullopt when documents must be removed one by one now: the index was dropped or
    /// changed, or a reader compares documents with entries. Errors: QueryPlanKilled (server),
    /// Storage.
    virtual Result<std::optional<BulkStep>> step(const ttl::ExpiryRule& rule, base::Time now,
                                                 std::size_t limit)
        = 0;
};

/// A collection. After it was dropped, calls fail with QueryPlanKilled (server error). Handles are
/// shared. Any thread.
class Collection
{
public:
    virtual ~Collection() = default;

    /// The namespace, current after a rename.
    virtual protocol::Namespace ns() const = 0;
    /// Identifies the collection for clients; the same for its whole life.
    virtual std::array<std::uint8_t, 16> uuid() const = 0;
    /// The options that listCollections shows.
    virtual CollectionOptions options() const = 0;
    /// The meaning of the options at this moment; never null.
    virtual std::shared_ptr<const CollectionShape> shape() const = 0;
    /// Number and size of the documents.
    virtual CollectionFigures figures() const = 0;
    /// Size on disk in bytes, approximate.
    virtual std::uint64_t storageBytes() const = 0;
    /// Whether it has been dropped.
    virtual bool dropped() const = 0;

    /// All indexes in order of creation, `_id_` first.
    virtual std::vector<IndexInfo> indexes() const = 0;
    /// Approximate size of an index in bytes; 0 if it does not exist. Reads from the store.
    virtual std::uint64_t indexBytes(std::string_view indexName) const = 0;
    /// The index of that name; nullopt if it does not exist.
    virtual std::optional<IndexInfo> index(std::string_view name) const = 0;
    /// The rule of a TTL index with its filter; nullopt for any other index. The rule of a
    /// clustered collection belongs to its `_id` index, whatever its name.
    virtual std::optional<ttl::ExpiryRule> expiryRule(std::string_view indexName) const = 0;

    /// All documents in insertion order.
    virtual std::unique_ptr<RecordCursor> scan(Direction direction) const = 0;
    /// The documents in insertion order, starting at record `first` or the next one that exists.
    virtual std::unique_ptr<RecordCursor> scanFrom(RecordId first) const = 0;
    /// The documents in the order of an index, each once even if the index is multikey. Counts as a
    /// use of the index. nullptr unless the index has entries and is ready.
    virtual std::unique_ptr<RecordCursor>
    scanIndex(std::string_view indexName, const IndexRange& range, Direction direction) const = 0;
    /// Notes that the last use of an index was by a command of a window, so that its uses by
    /// applications can be told. Does nothing for an unknown index.
    virtual void noteWindowUse(std::string_view indexName) const = 0;
    /// The document with that _id; nullopt if it does not exist. Errors: Storage.
    virtual Result<std::optional<std::pair<RecordId, bson::Document>>>
    findById(bson::ValueView id) const = 0;
    /// Date entries of a TTL index in [from, to], oldest first, at most `limit`. Reads the newest
    /// state; does not count as a use. Errors: QueryPlanKilled (server), Storage.
    virtual Result<std::vector<DateEntry>> dates(std::string_view indexName, bson::Date from,
                                                 bson::Date to, std::size_t limit) const = 0;
    /// Number of documents with a date in [from, to] in a TTL index, from index entries only. In a
    /// multikey index each document counts once. Errors: QueryPlanKilled (server), Storage.
    virtual Result<std::int64_t> countDates(std::string_view indexName, bson::Date from,
                                            bson::Date to) const = 0;

    /// Counts documents by date, from the entries of an ordered, ready index with one field. Class
    /// 0 has the dates up to and including bounds[0], class i those after bounds[i − 1] up to
    /// bounds[i]; later dates are not counted. `bounds`: ascending, distinct. A document with
    /// several dates in a TTL index counts by its earliest one. With a directory of date blocks, a
    /// few hundred entries are read per bound, or none if `precision` is Bounded, whatever the
    /// number of documents; while the directory is being built, all entries are read. nullopt when
    /// there is no such index, or for an ordinary index where a document has several keys. Does not
    /// count as a use. Errors: QueryPlanKilled (server), Storage.
    virtual Result<std::optional<DateClassification>>
    dateClasses(std::string_view indexName, std::span<const bson::Date> bounds,
                DatePrecision precision) const = 0;

    /// Called between documents and between entries by what reads all of them. Its error ends the
    /// work.
    using Interruption = std::function<Result<void>()>;

    /// Compares all index entries with the documents, in both directions, in one snapshot. Reads
    /// everything, so it is slow. For `validate`, `reIndex` and tests. Errors: QueryPlanKilled
    /// (server), Storage; those of `interrupted`, which must not be null.
    virtual Result<Verification> verify(const Interruption& interrupted) const = 0;
    /// The same, to the end.
    Result<Verification> verifyAll() const
    {
        return verify([] { return Result<void>(); });
    }

    /// Number of documents with a date up to `to` in a TTL index, counted up to `atMost` (at least
    /// 1). Approximate, but 0 only if there is none. Reads nothing if the remembered bound shows
    /// that there is none. Errors: IndexNotFound, QueryPlanKilled (server), Storage.
    virtual Result<std::int64_t> countDue(std::string_view indexName, bson::Date to,
                                          std::int64_t atMost) const = 0;
    /// A removal in bulk for a TTL index. nullptr where documents must be removed one by one:
    /// removals are logged, or the index does not support it.
    virtual std::unique_ptr<BulkRemoval> bulkRemoval(std::string_view indexName) = 0;
    /// Number of documents removed in bulk whose keys are still in the store.
    virtual std::int64_t unreclaimed() const = 0;

    /// Waits for the writer lock and starts a write unit. Errors: QueryPlanKilled (server) when the
    /// collection was dropped, Storage when writes are refused.
    virtual Result<std::unique_ptr<WriteUnit>> beginWrite() = 0;
};

} // namespace sandglass::engine::catalog

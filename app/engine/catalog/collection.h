// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_shape.h"
#include "app/engine/catalog/types.h"

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::storage {
enum class Durability;
}

namespace sandglass::engine::catalog {

/// Walks documents of one collection as they were when the cursor was opened.
class RecordCursor
{
public:
    virtual ~RecordCursor() = default;
    /// Moves to the next document; false at the end or after an error.
    virtual bool next() = 0;
    virtual RecordId id() const = 0;
    /// Valid until the next call of next().
    virtual bson::DocumentView document() const = 0;
    /// Ok, or why the walk ended early.
    virtual Result<void> status() const = 0;
    /// Index keys and documents looked at so far, for explain and profiling.
    virtual std::int64_t keysExamined() const = 0;
    virtual std::int64_t documentsExamined() const = 0;
};

/// One date entry of a TTL index.
struct DateEntry
{
    bson::Date date;
    RecordId id = 0;
};

struct WriteNote;

/// Writes to one collection that become visible together, with all index entries. Holds the
/// engine's writer lock from beginWrite() to commit() or destruction (which discards): keep it
/// short. A failed call (duplicate key, too large) leaves the unit as it was before that call, so
/// that others can go on.
class WriteUnit
{
public:
    virtual ~WriteUnit() = default;
    /// Adds a document that has an _id as its first field. In a capped collection the oldest
    /// documents go until the limits hold again; 2 for a document that alone is too large. Errors:
    /// 11000 DuplicateKey (with MongoDB's text), 67/17280 for keys that cannot be indexed (parallel
    /// arrays: 171 CannotIndexParallelArrays), 10334 too large.
    virtual Result<RecordId> insert(bson::DocumentView document) = 0;
    /// The document's newest state, this unit's own writes included; nullopt when it is gone.
    virtual Result<std::optional<bson::Document>> fetch(RecordId id) = 0;
    /// Replaces a document; `_id` must be the same. Errors as insert(), NotFound when it is gone.
    virtual Result<void> replace(RecordId id, bson::DocumentView document) = 0;
    /// Removes a document and all its index entries; false when it was gone already.
    virtual Result<bool> remove(RecordId id) = 0;
    /// What a later fetch() will give of a document that is to be written: the same, but for fields
    /// that a server profile reserves.
    virtual bson::Document asKept(bson::Document document) const { return document; }
    /// Whether a replace() counts even if nothing in the document differs.
    virtual bool countsEveryReplace() const { return false; }
    /// Date entries of a TTL index up to `to` (inclusive), oldest first, at most `limit`, before
    /// this unit's own changes. Starts at the index's remembered bound (see rememberDrained), so
    /// that deleted entries are not walked over again; in what a collection is clustered by, dates
    /// before 1970 are left out, since they never expire.
    virtual Result<std::vector<DateEntry>> datesUpTo(std::string_view indexName, bson::Date to,
                                                     std::size_t limit)
        = 0;
    /// With the commit, remembers in memory that no date entry of that index older than `date` is
    /// left; a later insert of an older date lowers the bound again. Collection::dates() and
    /// countDates() start at the bound too.
    virtual void rememberDrained(std::string_view indexName, bson::Date date) = 0;
    /// Removed index keys so far (all indexes together).
    virtual std::int64_t removedKeys() const = 0;
    /// What the log of operations notes about the writes that follow; the note must outlive them.
    /// null: nothing special. Without a log it has no effect.
    virtual void setNote(const WriteNote* note) = 0;
    /// Added index keys so far (all indexes together).
    virtual std::int64_t insertedKeys() const = 0;
    /// Makes everything visible and durable as asked. Errors: Storage (14031/8 for the client). The
    /// unit is used up.
    virtual Result<void> commit(storage::Durability durability) = 0;
};

/// What one step of a removal in bulk did.
struct BulkStep
{
    std::int64_t documents = 0;
    std::int64_t bytes = 0; ///< of those documents
    std::int64_t keys = 0; ///< index keys that went with them, as far as the entries walked and the
                           ///< kinds of the other indexes tell
    std::int64_t walked = 0; ///< date entries looked at
    bool drained = false; ///< nothing more is due
};

/// Removes the due documents of one TTL index in bulk, oldest first: they are gone for every reader
/// after one small commit, and their keys are removed later, by compactions. One thread at a time;
/// holds no lock between two steps.
class BulkRemoval
{
public:
    virtual ~BulkRemoval() = default;
    /// Removes at most `limit` (1 or more) documents that are due at `now`, in one commit under the
    /// writer lock. nullopt when documents have to be removed one by one just now: the index was
    /// dropped or changed, or somebody compares documents with entries. Errors: 175, Storage.
    virtual Result<std::optional<BulkStep>> step(const ttl::ExpiryRule& rule, base::Time now,
                                                 std::size_t limit)
        = 0;
};

/// A collection that exists, or existed when the handle was taken: after a drop its calls give 175
/// QueryPlanKilled. Handles are shared; all calls from any thread.
class Collection
{
public:
    virtual ~Collection() = default;

    virtual protocol::Namespace ns() const = 0; ///< follows renames
    virtual std::array<std::uint8_t, 16> uuid() const = 0;
    virtual CollectionOptions options() const = 0;
    /// What the options make of it; never null, as of this moment.
    virtual std::shared_ptr<const CollectionShape> shape() const = 0;
    virtual CollectionFigures figures() const = 0;
    virtual std::uint64_t storageBytes() const = 0; ///< approximate
    virtual bool dropped() const = 0;

    /// All indexes, `_id_` first, in order of creation.
    virtual std::vector<IndexInfo> indexes() const = 0;
    /// Approximate size of an index in bytes; 0 when there is none of that name. Asks the store.
    virtual std::uint64_t indexBytes(std::string_view indexName) const = 0;
    virtual std::optional<IndexInfo> index(std::string_view name) const = 0;
    /// The rule of a TTL index, with its filter predicate; nullopt for an index that is none. The
    /// rule of a clustered collection is that of its `_id` index, by whatever name.
    virtual std::optional<ttl::ExpiryRule> expiryRule(std::string_view indexName) const = 0;

    /// All documents in insertion order.
    virtual std::unique_ptr<RecordCursor> scan(Direction direction) const = 0;
    /// Documents in insertion order from that record on, or from the next one that is there.
    virtual std::unique_ptr<RecordCursor> scanFrom(RecordId first) const = 0;
    /// Documents by an ordered, ready index; each document once, even in a multikey index. Counts
    /// as a use of the index. nullptr when there is no such ordered, ready index.
    virtual std::unique_ptr<RecordCursor>
    scanIndex(std::string_view indexName, const IndexRange& range, Direction direction) const = 0;
    /// The document with that _id; nullopt when there is none.
    virtual Result<std::optional<std::pair<RecordId, bson::Document>>>
    findById(bson::ValueView id) const = 0;
    /// Date entries of a TTL index in [from, to], oldest first, at most `limit`; from the newest
    /// state, not a use.
    virtual Result<std::vector<DateEntry>> dates(std::string_view indexName, bson::Date from,
                                                 bson::Date to, std::size_t limit) const = 0;
    /// Number of documents with a date of a TTL index in [from, to], counted from index entries
    /// alone; a document with an array of dates counts once per entry unless the index is multikey,
    /// then documents are counted once.
    virtual Result<std::int64_t> countDates(std::string_view indexName, bson::Date from,
                                            bson::Date to) const = 0;

    /// Documents by date, from the entries of an ordered, ready index with one field: class 0 holds
    /// the dates up to bounds[0] (inclusive), class i those after bounds[i − 1] up to bounds[i];
    /// later ones are left out. `bounds` ascend, none twice. A document of a TTL index that has
    /// several dates counts by its earliest one. With a directory of date blocks a few hundred
    /// entries are read for each bound, or none when `precision` is Bounded, however many there
    /// are; while it is being built all entries are read. nullopt when there is no such index, or
    /// it is an ordinary one where some document has several keys. Not a use. Errors: 175, Storage.
    virtual Result<std::optional<DateClassification>>
    dateClasses(std::string_view indexName, std::span<const bson::Date> bounds,
                DatePrecision precision) const = 0;

    /// Compares every index entry with the documents, both ways, in one snapshot. Reads everything:
    /// slow. For `validate` and tests. Errors: Storage, 175.
    virtual Result<Verification> verify() const = 0;

    /// How many documents have a date of a TTL index up to `to`, counted to `atMost` (1 or more);
    /// roughly, but 0 is never said when there is one. Where the remembered bound says that there
    /// is none, nothing is read. Errors: 27 when there is no such index, 175, Storage.
    virtual Result<std::int64_t> countDue(std::string_view indexName, bson::Date to,
                                          std::int64_t atMost) const = 0;
    /// nullptr where documents have to be removed one by one: each removal is logged, or the index
    /// is none by which it can be done.
    virtual std::unique_ptr<BulkRemoval> bulkRemoval(std::string_view indexName) = 0;
    /// Documents that were removed in bulk and whose keys are still in the store.
    virtual std::int64_t unreclaimed() const = 0;

    /// Waits for the writer lock. Errors: 175 when the collection was dropped, Storage when writes
    /// are refused.
    virtual Result<std::unique_ptr<WriteUnit>> beginWrite() = 0;
};

} // namespace sandglass::engine::catalog

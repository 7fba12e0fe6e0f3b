// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/index_state.h"
#include "app/engine/storage/key_value_store.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// Record id that no record has; stands for "nobody".
inline constexpr RecordId kNoRecord = 0;

/// A part of one family: [lower, upper).
struct KeyRange
{
    storage::Family family = storage::Family::Indexes;
    std::string lower;
    std::string upper;
};

/// Lengths in bytes of what keys are made of: [index][encoded values][record] in the family
/// Indexes, [index][date][record] in the family Dates, where a date has lost its bracket byte.
inline constexpr std::size_t kIndexIdBytes = 4;
inline constexpr std::size_t kRecordIdBytes = 8;
inline constexpr std::size_t kDateBytes = 8;

/// The key of a document in the family Records.
std::string recordKey(std::uint32_t collectionId, RecordId id);
/// The record id in such a key.
RecordId recordIdOf(storage::Slice key);
/// The document that a value of the family Records is; it was checked before it was stored.
bson::DocumentView recordDocument(storage::Slice value);
/// All documents of a collection.
KeyRange recordRange(std::uint32_t collectionId);
/// All entries of an index, in every family that may hold some.
std::vector<KeyRange> allRanges(const IndexState& index);
/// The parts that hold the entries of `range`, in the order of ascending values.
std::vector<KeyRange> rangesOf(const IndexState& index, const IndexRange& range);
/// The date entries of a TTL index from a place to a date (inclusive).
KeyRange datesRange(const IndexState& index, const DatePlace& from, bson::Date to);

/// The entries of all records that have one key, in an index that is not unique.
KeyRange sharedKeyRange(const IndexState& index, std::string_view key);

/// What stands beside a date of a TTL index.
struct DateNote
{
    bool earliest = false; ///< of the document's dates in the index; there is one such entry for
                           ///< each document
    std::uint32_t documentBytes = 0; ///< of the document; 0 beside a later date
};

/// The value of an entry in the family Dates.
std::string encodeDateNote(const DateNote& note);
/// nullopt for bytes that are no such value.
std::optional<DateNote> decodeDateNote(storage::Slice value);
/// What stands beside the key `at` of a document with these keys. `documentBytes`: its size.
DateNote dateNote(const KeyList& keys, std::size_t at, std::size_t documentBytes);
/// The earliest date among a document's keys in an index with one field; nullopt when none is a
/// date.
std::optional<bson::Date> earliestDate(const KeyList& keys);

/// Puts and removes entries of indexes in a batch: dates at once, the others ordered by key when
/// finish() is called, since neighbouring keys are written much faster one after the other.
class EntryWriter
{
public:
    explicit EntryWriter(storage::Batch& batch)
        : m_batch(batch)
    {
    }
    /// Writes what has been gathered. For one key the order of calls is kept.
    void finish();
    /// `key`: as KeyList has it. `note`: of a date that is kept apart.
    void put(const IndexState& index, std::string_view key, RecordId id, const DateNote& note);
    /// The caller has made sure that a unique entry belongs to this record.
    void remove(const IndexState& index, std::string_view key, RecordId id);

private:
    void buildDateKey(const IndexState& index, std::string_view key, RecordId id);
    void buildIndexKey(const IndexState& index, std::string_view key, RecordId id);

    /// A key in m_bytes with what happens to it.
    struct Pending
    {
        std::size_t start = 0;
        std::size_t length = 0;
        RecordId owner = kNoRecord; ///< of a unique entry
        bool removed = false;
    };

    void gather(RecordId owner, bool removed);
    std::string_view keyOf(const Pending& entry) const
    {
        return std::string_view(m_bytes).substr(entry.start, entry.length);
    }

    storage::Batch& m_batch;
    std::string m_key;
    std::string m_value;
    std::string m_bytes; ///< keys of m_pending
    std::vector<Pending> m_pending;
};

/// The record that holds a key of a unique index in the newest state; kNoRecord when there is none.
/// Errors: Storage.
Result<RecordId> storedOwner(storage::KeyValueStore& store, const IndexState& index,
                             std::string_view key);

/// An entry as it should be.
struct ExpectedEntry
{
    std::string_view key;
    RecordId id = kNoRecord;
    DateNote note; ///< of a date that is kept apart
};

/// Whether the entry is there, in the state of `snapshot`. Errors: Storage.
Result<bool> hasEntry(storage::KeyValueStore& store, const storage::Snapshot* snapshot,
                      const IndexState& index, const ExpectedEntry& entry);

/// The record that a key of any family but Meta belongs to, by its layout alone: the end of the
/// key, except in a unique index, where it is the value. kNoRecord for a key that is too short.
RecordId entryRecord(storage::Family family, storage::Slice key, storage::Slice value);

/// The key of a date entry of a TTL index.
std::string dateEntryKey(const IndexState& index, const DatePlace& place);
/// The place that such a key names; nullopt for a key of another length.
std::optional<DatePlace> datePlaceOf(storage::Slice key);

/// Removes all keys of a range: one by one when there are `few` of them, else by a range tombstone,
/// which would slow down every later read of a small family more than it saves. Errors: Storage.
Result<void> removeAll(storage::KeyValueStore& store, storage::Batch& batch, const KeyRange& range,
                       bool few);

/// The error for a second document with a key of a unique index, with MongoDB's text.
base::Error duplicateKey(const std::string& ns, const IndexState& index,
                         bson::DocumentView document, std::string_view key);

} // namespace sandglass::engine::catalog

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

/// The record id that no record has; means "none".
inline constexpr RecordId kNoRecord = 0;

/// A range [lower, upper) of keys in one family.
struct KeyRange
{
    storage::Family family = storage::Family::Indexes;
    std::string lower;
    std::string upper;
};

/// Sizes in bytes of the parts of a key. Family Indexes: [index][encoded values][record]. Family
/// Dates: [index][date][record], with the date's bracket byte left out.
inline constexpr std::size_t kIndexIdBytes = 4;
inline constexpr std::size_t kRecordIdBytes = 8;
inline constexpr std::size_t kDateBytes = 8;

/// The key of a document in the family Records.
std::string recordKey(std::uint32_t collectionId, RecordId id);
/// The record id in such a key.
RecordId recordIdOf(storage::Slice key);
/// The document in a value of the family Records. It was validated before it was stored.
bson::DocumentView recordDocument(storage::Slice value);
/// The range of all documents of a collection.
KeyRange recordRange(std::uint32_t collectionId);
/// The ranges of all entries of an index, in every family that can hold some.
std::vector<KeyRange> allRanges(const IndexState& index);
/// The ranges of the entries in `range`, in the order of ascending values.
std::vector<KeyRange> rangesOf(const IndexState& index, const IndexRange& range);
/// The range of a TTL index's date entries from a position to a date (included).
KeyRange datesRange(const IndexState& index, const DatePlace& from, bson::Date to);

/// The range of the entries with one key, in an index that is not unique.
KeyRange sharedKeyRange(const IndexState& index, std::string_view key);

/// What is stored with a date of a TTL index.
struct DateNote
{
    bool earliest = false; ///< this is the document's earliest date in the index; true for one
                           ///< entry of each document
    std::uint32_t documentBytes = 0; ///< size of the document; 0 with a later date
};

/// The value of an entry in the family Dates.
std::string encodeDateNote(const DateNote& note);
/// Decodes it; nullopt for other bytes.
std::optional<DateNote> decodeDateNote(storage::Slice value);
/// The note for key number `at` of a document with these keys. `documentBytes`: its size.
DateNote dateNote(const KeyList& keys, std::size_t at, std::size_t documentBytes);
/// The earliest date among a document's keys in an index with one field; nullopt if none is a date.
std::optional<bson::Date> earliestDate(const KeyList& keys);

/// Adds and removes index entries in a batch. Dates are written at once; other entries are sorted
/// by key and written by finish(), because RocksDB writes neighbouring keys much faster in order.
class EntryWriter
{
public:
    explicit EntryWriter(storage::Batch& batch)
        : m_batch(batch)
    {
    }
    /// Writes the collected entries. Calls for the same key keep their order.
    void finish();
    /// Adds an entry. `key`: from a KeyList. `note`: for a date that is kept apart.
    void put(const IndexState& index, std::string_view key, RecordId id, const DateNote& note);
    /// Removes an entry. The caller has checked that a unique entry belongs to this record.
    void remove(const IndexState& index, std::string_view key, RecordId id);

private:
    /// Sets m_key for the family Dates.
    void buildDateKey(const IndexState& index, std::string_view key, RecordId id);
    /// Sets m_key for the family Indexes.
    void buildIndexKey(const IndexState& index, std::string_view key, RecordId id);

    /// A collected key in m_bytes, and what to do with it.
    struct Pending
    {
        std::size_t start = 0;
        std::size_t length = 0;
        RecordId owner = kNoRecord; ///< of a unique entry
        bool removed = false;
    };

    /// Collects m_key.
    void gather(RecordId owner, bool removed);
    /// The collected key.
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

/// The record with a key of a unique index, in the newest state; kNoRecord if there is none.
/// Errors: Storage.
Result<RecordId> storedOwner(storage::KeyValueStore& store, const IndexState& index,
                             std::string_view key);

/// An entry that should exist.
struct ExpectedEntry
{
    std::string_view key;
    RecordId id = kNoRecord;
    DateNote note; ///< for a date that is kept apart
};

/// Whether the entry exists in `snapshot`. Errors: Storage.
Result<bool> hasEntry(storage::KeyValueStore& store, const storage::Snapshot* snapshot,
                      const IndexState& index, const ExpectedEntry& entry);

/// The record that a key of any family but Meta belongs to, by its layout alone: the end of the
/// key, or the value in a unique index. kNoRecord for a key that is too short.
RecordId entryRecord(storage::Family family, storage::Slice key, storage::Slice value);

/// The key of a date entry of a TTL index.
std::string dateEntryKey(const IndexState& index, const DatePlace& place);
/// The position in such a key; nullopt for a key of another length.
std::optional<DatePlace> datePlaceOf(storage::Slice key);

/// Removes all keys of a range: one by one if there are `few`, otherwise with a range tombstone,
/// which in a small range slows later reads more than it saves. Keys that cannot be read go with a
/// tombstone too.
void removeAll(storage::KeyValueStore& store, storage::Batch& batch, const KeyRange& range,
               bool few);

/// The DuplicateKey error (server) with MongoDB's text.
base::Error duplicateKey(const std::string& ns, const IndexState& index,
                         bson::DocumentView document, std::string_view key);

} // namespace sandglass::engine::catalog

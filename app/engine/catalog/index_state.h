// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/date_bound.h"
#include "app/engine/catalog/date_directory.h"
#include "app/engine/catalog/key_extraction.h"
#include "app/engine/catalog/special_keys.h"
#include "app/engine/catalog/types.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// The phase of an index. The numbers are stored on disk.
enum class IndexPhase : std::int32_t {
    Ready = 0, ///< complete; used by reads
    Building = 1, ///< writers maintain it, existing documents are being added; a crash removes it
    Converting
    = 2, ///< a TTL index whose dates are moving from Indexes to Dates; a restart continues
};

/// The changing part of an index. Any thread.
struct IndexActivity
{
    explicit IndexActivity(base::Time now)
        : since(now)
    {
    }
    std::atomic<std::uint64_t> uses{0};
    std::atomic<std::uint64_t> windowUses{0}; ///< those of them that a window's commands made
    std::atomic<bool> multikey{
        false}; ///< set under the writer lock, before the commit that makes it true
    std::atomic<std::int64_t> builtDocuments{0}; ///< documents that its build has added so far
    const base::Time since;
    DateBound dateBound; ///< only for a TTL index
    std::shared_ptr<DateDirectory> dates
        = std::make_shared<DateDirectory>(); ///< only for an ordered index with one field
};

/// An index of a collection. Immutable except for its activity; shared by readers and writers.
struct IndexState
{
    std::uint32_t id = 0;
    IndexPhase phase = IndexPhase::Ready;
    IndexDefinition definition;
    bool ordered = false; ///< all fields are ordered
    bool singleField = false; ///< the pattern has one field
    bool unique = false; ///< a key belongs to one record; `_id_` is always unique
    bool datesApart = false; ///< a TTL index or a clustered index: its dates are in
                             ///< the family Dates
    KeyExtractor extractor; ///< of an ordered index
    std::shared_ptr<const SpecialKeys> special; ///< of a hashed or wildcard one, else null
    bson::CollationPtr collation; ///< of strings in keys and in the filter; null: by their bytes
    ttl::DocumentPredicate inFilter; ///< empty when the index is not partial
    std::shared_ptr<IndexActivity> activity;

    /// Whether it has entries.
    bool hasEntries() const { return ordered || special; }
    /// Whether it can count documents by date: an ordered index with one field.
    bool hasDateDirectory() const { return ordered && singleField; }
    /// Starts the directory of a new TTL index on a collection without documents.
    void startDirectory() const
    {
        if (datesApart) {
            activity->dates->load({DateBlock()});
        }
    }
    /// The document's keys in this index; clears `keys` first. Returns whether an array was found.
    /// Errors (server): CannotIndexParallelArrays.
    Result<bool> keysOf(bson::DocumentView document, KeyList& keys) const;
};

/// The indexes of a collection in order of creation. Replaced as a whole, never changed.
using IndexSet = std::vector<std::shared_ptr<const IndexState>>;

/// Creates the state of an index. `activity`: shared with an earlier state, or new. Errors: as
/// `compileFilter`.
Result<std::shared_ptr<IndexState>> makeIndexState(std::uint32_t id,
                                                   const IndexDefinition& definition,
                                                   std::shared_ptr<IndexActivity> activity,
                                                   const FilterCompiler& compileFilter);

/// The index with that name; nullptr if there is none.
std::shared_ptr<const IndexState> findIndex(const IndexSet& indexes, std::string_view name);
/// The index with that id; nullptr if there is none.
std::shared_ptr<const IndexState> findIndex(const IndexSet& indexes, std::uint32_t id);

} // namespace sandglass::engine::catalog

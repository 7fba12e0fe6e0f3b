// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/date_bound.h"
#include "app/engine/catalog/date_directory.h"
#include "app/engine/catalog/key_extraction.h"
#include "app/engine/catalog/types.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// Where an index is in its life; the numbers are written to disk.
enum class IndexPhase : std::int32_t {
    Ready = 0, ///< complete; reads use it
    Building
    = 1, ///< writers keep it, documents from before are still being added; a crash removes it
    Converting
    = 2, ///< a TTL index whose dates are still moving from Indexes to Dates; a restart goes on
};

/// What changes while an index lives. Any thread.
struct IndexActivity
{
    explicit IndexActivity(base::Time now)
        : since(now)
    {
    }
    std::atomic<std::uint64_t> uses{0};
    std::atomic<bool> multikey{
        false}; ///< set under the writer lock, before the commit that makes it true
    std::atomic<std::int64_t> builtDocuments{0}; ///< taken in by its build so far
    const base::Time since;
    DateBound dateBound; ///< of a TTL index
    std::shared_ptr<DateDirectory> dates
        = std::make_shared<DateDirectory>(); ///< of an ordered index with one field
};

/// One index of a collection as code works with it. Immutable but for its activity; shared by
/// readers and writers.
struct IndexState
{
    std::uint32_t id = 0;
    IndexPhase phase = IndexPhase::Ready;
    IndexDefinition definition;
    bool ordered = false; ///< has entries
    bool singleField = false; ///< the pattern has one field
    bool unique = false; ///< a key belongs to one record; `_id_` is always unique
    bool datesApart = false; ///< a TTL index, or what a collection is clustered by: dates are in
                             ///< the family Dates
    KeyExtractor extractor;
    ttl::DocumentPredicate inFilter; ///< empty when the index is not partial
    std::shared_ptr<IndexActivity> activity;

    /// Whether it can say how many documents have which dates: an ordered index with one field.
    bool hasDateDirectory() const { return ordered && singleField; }
    /// For a new index of a collection without documents: the directory of a TTL index begins here.
    void startDirectory() const
    {
        if (datesApart) {
            activity->dates->load({DateBlock()});
        }
    }
    /// The document's keys in this index; `keys` is cleared first. Returns whether an array was
    /// met. Errors: 171 CannotIndexParallelArrays.
    Result<bool> keysOf(bson::DocumentView document, KeyList& keys) const;
};

/// Indexes of a collection in order of creation; replaced as a whole, never changed.
using IndexSet = std::vector<std::shared_ptr<const IndexState>>;

/// Makes the state of an index. `activity`: shared with an earlier state, or fresh. Errors: those
/// of `compileFilter`.
Result<std::shared_ptr<IndexState>> makeIndexState(std::uint32_t id,
                                                   const IndexDefinition& definition,
                                                   std::shared_ptr<IndexActivity> activity,
                                                   const FilterCompiler& compileFilter);

/// The index with that name or id; nullptr when there is none.
std::shared_ptr<const IndexState> findIndex(const IndexSet& indexes, std::string_view name);
std::shared_ptr<const IndexState> findIndex(const IndexSet& indexes, std::uint32_t id);

} // namespace sandglass::engine::catalog

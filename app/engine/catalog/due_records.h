// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/date_bound.h"
#include "app/engine/catalog/index_entries.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// The records that one step of a removal in bulk marks as dead, with what the commit needs about
/// them.
struct DueRecords
{
    std::vector<RecordId> ids; ///< ascending
    std::vector<std::int64_t> dates; ///< the earliest date of each, ascending; not in the order of
                                     ///< `ids`
    std::int64_t bytes = 0; ///< size of the documents
    std::int64_t walked = 0; ///< entries read
    bool drained = false; ///< the last due entry was reached
    bool left = false; ///< some entry that was read stays
    DatePlace next; ///< position of the first entry that was not read
    /// First and last position of runs of entries of which none stays.
    std::vector<std::pair<DatePlace, DatePlace>> stretches;
};

/// Selects due records from the date entries of a TTL index. The writer lock is held; the walk may
/// be reused for the next step as long as nothing else was written.
///
/// Under the writer lock an entry is its document's date (app/engine/storage/FORMAT.md, invariant
/// 2), so the rule of app/ttl is applied to the entry's date and no document is read. Only in an
/// index where some document has several dates are the documents read and tested as a whole.
class DueWalk
{
public:
    DueWalk(CollectionImpl& collection, std::shared_ptr<const IndexState> index);

    /// The next due records, at most `limit`. Errors: Storage.
    Result<DueRecords> next(const ttl::ExpiryRule& rule, base::Time now, std::size_t limit);

private:
    /// An entry of the current step.
    struct Entry
    {
        DatePlace place;
        DateNote note;
        bool dies = false;
    };

    /// Opens the walk, or continues it.
    void open(const ttl::ExpiryRule& rule);
    /// Reads up to `limit` entries.
    void gather(bson::Date cutoff, std::size_t limit, DueRecords& due);
    /// Selects by the dates of the entries.
    void selectByDate(const ttl::ExpiryRule& rule, base::Time now, DueRecords& due);
    /// Selects by the documents. Errors: Storage.
    Result<void> selectDocuments(const ttl::ExpiryRule& rule, base::Time now, DueRecords& due);
    /// Finds the runs of entries of which none stays.
    void noteStretches(DueRecords& due) const;

    CollectionImpl& m_collection;
    std::shared_ptr<const IndexState> m_index;
    std::unique_ptr<storage::Iterator> m_entries;
    std::uint64_t m_commits = 0; ///< the collection's commits when m_entries was opened
    bool m_leftOlder = false; ///< entries before the start of the walk stay
    std::vector<Entry> m_walked; ///< of this step
};

} // namespace sandglass::engine::catalog

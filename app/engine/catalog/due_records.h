// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/date_bound.h"
#include "app/engine/catalog/index_entries.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// Records that one step of a removal in bulk lets die, with what the commit needs of them.
struct DueRecords
{
    std::vector<RecordId> ids; ///< ascending
    std::vector<std::int64_t> dates; ///< the earliest one of each, ascending, whatever its place in
                                     ///< `ids`
    std::int64_t bytes = 0; ///< of the documents
    std::int64_t walked = 0; ///< entries
    bool drained = false; ///< the walk went past the last due entry
    bool left = false; ///< some entry that was walked over stays
    DatePlace next; ///< of the first entry that was not walked over
    /// First and last place of stretches of entries of which none stays.
    std::vector<std::pair<DatePlace, DatePlace>> stretches;
};

/// Chooses due records among the date entries of a TTL index. Called under the writer lock; the
/// walk may be kept for the next step as long as nobody else has written meanwhile.
///
/// Under the writer lock an entry is its document's date (app/engine/storage/FORMAT.md, invariant
/// 2), so the rule of app/ttl is asked about the entry's date and no document is read. Where an
/// entry is not the whole truth, the documents are read and judged as a whole: in an index where
/// some document has several dates.
class DueWalk
{
public:
    DueWalk(CollectionImpl& collection, std::shared_ptr<const IndexState> index);

    /// The next due records, at most `limit`. Errors: Storage.
    Result<DueRecords> next(const ttl::ExpiryRule& rule, base::Time now, std::size_t limit);

private:
    struct Entry
    {
        DatePlace place;
        DateNote note;
        bool dies = false;
    };

    void open(const ttl::ExpiryRule& rule);
    void gather(bson::Date cutoff, std::size_t limit, DueRecords& due);
    void judgeByDate(const ttl::ExpiryRule& rule, base::Time now, DueRecords& due);
    Result<void> judgeDocuments(const ttl::ExpiryRule& rule, base::Time now, DueRecords& due);
    void noteStretches(DueRecords& due) const;

    CollectionImpl& m_collection;
    std::shared_ptr<const IndexState> m_index;
    std::unique_ptr<storage::Iterator> m_entries;
    std::uint64_t m_commits = 0; ///< of the collection when m_entries was opened
    bool m_leftOlder = false; ///< entries before the walk's start stay
    std::vector<Entry> m_walked; ///< of this step
};

} // namespace sandglass::engine::catalog

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/pending_writes.h"

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// The effect of a write unit on the remembered bounds of TTL indexes. Valid only under the writer
/// lock.
class PendingDates
{
public:
    PendingDates(storage::KeyValueStore& store, const PendingRecords& records);

    /// Date entries on disk from the bound up to `to`, oldest first, at most `limit`. Errors:
    /// Storage.
    Result<std::vector<DateEntry>> list(const std::shared_ptr<const IndexState>& index,
                                        bson::Date to, std::size_t limit);
    /// The caller has handled the entries of the last list(): nothing before `date` is left. The
    /// bound moves to the first listed entry whose record this unit keeps; if it keeps none, `date`
    /// decides.
    void drained(const std::shared_ptr<const IndexState>& index, bson::Date date);
    /// A document gets these keys, in an index with a directory.
    void noteCome(const std::shared_ptr<const IndexState>& index, const KeyList& keys);
    /// A document loses these keys.
    void noteGone(const std::shared_ptr<const IndexState>& index, const KeyList& keys);

    /// Lowers the bounds below added dates. Before the commit, so that no reader misses one.
    void beforeCommit();
    /// Raises the bounds and updates the directories. After the commit.
    void afterCommit();

private:
    /// The last result of list() for an index.
    struct Listing
    {
        std::vector<DateEntry> entries;
        bool complete = false; ///< there are no more entries up to `to`
        bool leftOlder = false; ///< entries behind the bound were left out
        bson::Date to;
    };

    /// The changes for a directory.
    struct Changes
    {
        std::shared_ptr<const IndexState> index;
        std::vector<std::pair<std::int64_t, int>> dates;
    };

    /// Where a listing starts.
    Result<DatePlace> startOf(const IndexState& index, Listing& listing);
    /// Records a change for the index's directory.
    void noteChange(const std::shared_ptr<const IndexState>& index, bson::Date date, int change);

    storage::KeyValueStore& m_store;
    const PendingRecords& m_records;
    std::map<std::uint32_t, Changes> m_changes; ///< by index number
    std::map<std::uint32_t, Listing> m_listings; ///< by index number
    std::map<std::uint32_t, std::pair<std::shared_ptr<IndexActivity>, std::int64_t>> m_lowest;
    std::map<std::uint32_t, std::pair<std::shared_ptr<IndexActivity>, DatePlace>> m_drained;
};

/// Reads the date entries of a range: at most `limit`, oldest first. Errors: Storage.
Result<std::vector<DateEntry>> readDates(storage::KeyValueStore& store, const KeyRange& range,
                                         std::size_t limit);

} // namespace sandglass::engine::catalog

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

/// What a write unit does to the remembered bounds of TTL indexes. Only valid while the writer lock
/// is held.
class PendingDates
{
public:
    PendingDates(storage::KeyValueStore& store, const PendingRecords& records);

    /// Date entries on disk up to `to`, oldest first, at most `limit`, from the bound on. Errors:
    /// Storage.
    Result<std::vector<DateEntry>> list(const std::shared_ptr<const IndexState>& index,
                                        bson::Date to, std::size_t limit);
    /// The caller drained what list() gave: nothing older than `date` is left. The bound goes to
    /// the first entry of the last list() whose record this unit leaves; only when it leaves none
    /// `date` says how far beyond.
    void drained(const std::shared_ptr<const IndexState>& index, bson::Date date);
    /// A document has these keys from now on, in an index that has a directory.
    void noteCome(const std::shared_ptr<const IndexState>& index, const KeyList& keys);
    /// A document had these keys.
    void noteGone(const std::shared_ptr<const IndexState>& index, const KeyList& keys);

    /// Lowers bounds below the dates put; before the commit, so that no reader misses one.
    void beforeCommit();
    /// Raises bounds over what was drained and brings the directories up to date; after the commit.
    void afterCommit();

private:
    struct Listing
    {
        std::vector<DateEntry> entries;
        bool complete = false; ///< there were no more entries up to `to`
        bool leftOlder = false; ///< entries from the bound on were passed over
        bson::Date to;
    };

    /// What a directory has to be told.
    struct Changes
    {
        std::shared_ptr<const IndexState> index;
        std::vector<std::pair<std::int64_t, int>> dates;
    };

    Result<DatePlace> startOf(const IndexState& index, Listing& listing);
    void noteChange(const std::shared_ptr<const IndexState>& index, bson::Date date, int change);

    storage::KeyValueStore& m_store;
    const PendingRecords& m_records;
    std::map<std::uint32_t, Changes> m_changes; ///< by index number
    std::map<std::uint32_t, Listing> m_listings; ///< by index number
    std::map<std::uint32_t, std::pair<std::shared_ptr<IndexActivity>, std::int64_t>> m_lowest;
    std::map<std::uint32_t, std::pair<std::shared_ptr<IndexActivity>, DatePlace>> m_drained;
};

/// Reads date entries of a range: at most `limit`, oldest first. Errors: Storage.
Result<std::vector<DateEntry>> readDates(storage::KeyValueStore& store, const KeyRange& range,
                                         std::size_t limit);

} // namespace sandglass::engine::catalog

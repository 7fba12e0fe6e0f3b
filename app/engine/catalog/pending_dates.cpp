// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/pending_dates.h"

#include "app/engine/catalog/date_classes.h"
#include "app/engine/catalog/index_key.h"
#include "app/engine/storage/key_codec.h"

#include <algorithm>
#include <limits>

namespace sandglass::engine::catalog {

PendingDates::PendingDates(storage::KeyValueStore& store, const PendingRecords& records)
    : m_store(store)
    , m_records(records)
{
}

Result<std::vector<DateEntry>> PendingDates::list(const std::shared_ptr<const IndexState>& index,
                                                  bson::Date to, std::size_t limit)
{
    Listing listing;
    listing.to = to;
    const auto from = startOf(*index, listing);
    TRY(from);
    if (from->millis > to.millis) {
        listing.complete = true;
        m_listings[index->id] = std::move(listing);
        return std::vector<DateEntry>();
    }
    auto entries = readDates(m_store, datesRange(*index, *from, to), limit);
    if (entries) {
        listing.entries = *entries;
        listing.complete = entries->size() < limit;
        m_listings[index->id] = std::move(listing);
    }
    return entries;
}

// Starts at the bound. Dates before 1970 in a clustered collection never expire; they are skipped,
// or each listing would consist of them. Source: app/ttl/SEMANTICS.md 3.3.
Result<DatePlace> PendingDates::startOf(const IndexState& index, Listing& listing)
{
    const DatePlace bound = index.activity->dateBound.place();
    constexpr DatePlace kEpoch{0, 0};
    if (!index.definition.clustered || bound.millis >= 0) {
        return bound;
    }
    const auto older = readDates(m_store, datesRange(index, bound, bson::Date{-1}), 1);
    TRY(older);
    listing.leftOlder = !older->empty();
    return kEpoch;
}

void PendingDates::drained(const std::shared_ptr<const IndexState>& index, bson::Date date)
{
    const auto listing = m_listings.find(index->id);
    // the build of an unfinished index may still add entries below any bound
    if (listing == m_listings.end() || listing->second.leftOlder
        || index->phase != IndexPhase::Ready) {
        return;
    }
    const std::vector<DateEntry>& entries = listing->second.entries;
    const auto left = std::find_if(entries.begin(), entries.end(), [this](const DateEntry& entry) {
        return !m_records.isRemoved(entry.id);
    });
    // nothing due is left up to the smaller of the caller's date and the end of the listing
    constexpr RecordId kAfterAll = std::numeric_limits<RecordId>::max();
    DatePlace place
        = std::min(DatePlace{date.millis, 0}, DatePlace{listing->second.to.millis, kAfterAll});
    if (left != entries.end()) {
        place = DatePlace{left->date.millis, left->id};
    } else if (!listing->second.complete && !entries.empty()) {
        place = DatePlace{entries.back().date.millis, entries.back().id + 1};
    }
    m_drained.insert_or_assign(index->id, std::pair{index->activity, place});
}

void PendingDates::noteCome(const std::shared_ptr<const IndexState>& index, const KeyList& keys)
{
    const auto date = earliestDate(keys);
    if (!date) {
        return;
    }
    noteChange(index, *date, 1);
    if (!index->datesApart) {
        return;
    }
    const std::int64_t millis = date->millis;
    const auto [lowest, fresh] = m_lowest.try_emplace(index->id, index->activity, millis);
    if (!fresh) {
        lowest->second.second = std::min(lowest->second.second, millis);
    }
}

void PendingDates::noteGone(const std::shared_ptr<const IndexState>& index, const KeyList& keys)
{
    if (const auto date = earliestDate(keys)) {
        noteChange(index, *date, -1);
    }
}

void PendingDates::noteChange(const std::shared_ptr<const IndexState>& index, bson::Date date,
                              int change)
{
    if (index->activity->dates->state() == DateDirectory::State::Unused) {
        return;
    }
    Changes& changes = m_changes[index->id];
    changes.index = index;
    changes.dates.emplace_back(date.millis, change);
}

void PendingDates::beforeCommit()
{
    for (const auto& [id, lowest] : m_lowest) {
        // before the commit: a reader must never meet a bound above an entry that it can see
        lowest.first->dateBound.lower({lowest.second, 0});
    }
}

void PendingDates::afterCommit()
{
    for (const auto& [id, drained] : m_drained) {
        DatePlace place = drained.second;
        if (const auto lowest = m_lowest.find(id); lowest != m_lowest.end()) {
            // an insert of this unit may lie below what it drained
            place = std::min(place, DatePlace{lowest->second.second, 0});
        }
        drained.first->dateBound.raise(place);
    }
    for (const auto& [id, changes] : m_changes) {
        for (const auto& [date, change] : changes.dates) {
            changes.index->activity->dates->note(date, change);
        }
        splitBlocks(m_store, *changes.index);
    }
}

Result<std::vector<DateEntry>> readDates(storage::KeyValueStore& store, const KeyRange& range,
                                         std::size_t limit)
{
    std::vector<DateEntry> found;
    const auto entries = store.iterate(range.family, range.lower, range.upper, nullptr);
    for (entries->seekToFirst(); entries->valid() && found.size() < limit; entries->next()) {
        if (const auto place = datePlaceOf(entries->key())) {
            found.push_back({bson::Date{place->millis}, place->id});
        }
    }
    TRY(entries->status());
    return found;
}

} // namespace sandglass::engine::catalog

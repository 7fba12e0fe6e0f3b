// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/due_records.h"

#include "app/engine/catalog/pending_writes.h"

#include <algorithm>
#include <limits>

namespace sandglass::engine::catalog {

namespace {

constexpr bson::Date kLatestDate{std::numeric_limits<std::int64_t>::max()};

} // namespace

DueWalk::DueWalk(CollectionImpl& collection, std::shared_ptr<const IndexState> index)
    : m_collection(collection)
    , m_index(std::move(index))
{
}

Result<DueRecords> DueWalk::next(const ttl::ExpiryRule& rule, base::Time now, std::size_t limit)
{
    const std::uint64_t commits = m_collection.counters().commits;
    // after a commit by anyone else the iterator would show an old state; in a multikey index an
    // entry ahead may belong to a document that the last step removed
    if (!m_entries || m_commits != commits || m_index->activity->multikey) {
        open(rule);
    }
    m_commits = commits;
    DueRecords due;
    due.left = m_leftOlder;
    gather(ttl::cutoff(rule, now), limit, due);
    TRY(m_entries->status());
    // with one date per document, the entry alone tells whether it is due
    const bool plain = !m_index->activity->multikey
        && std::all_of(m_walked.begin(), m_walked.end(),
                       [](const Entry& entry) { return entry.note.earliest; });
    if (plain) {
        selectByDate(rule, now, due);
    } else {
        TRY(selectDocuments(rule, now, due));
    }
    std::sort(due.ids.begin(), due.ids.end());
    noteStretches(due);
    due.walked = std::ssize(m_walked);
    return due;
}

// Starts at the remembered bound. Dates before the rule's notBefore never expire; they are skipped,
// or each step would walk over them again.
void DueWalk::open(const ttl::ExpiryRule& rule)
{
    const DatePlace bound = m_index->activity->dateBound.place();
    DatePlace start = bound;
    if (rule.notBefore) {
        start = std::max(start, DatePlace{rule.notBefore->millis, 0});
    }
    m_leftOlder = bound < start;
    const KeyRange range = datesRange(*m_index, start, kLatestDate);
    m_entries = m_collection.core().store.iterate(range.family, range.lower, range.upper, nullptr);
    m_entries->seekToFirst();
}

void DueWalk::gather(bson::Date cutoff, std::size_t limit, DueRecords& due)
{
    m_walked.clear();
    for (; m_entries->valid(); m_entries->next()) {
        const auto place = datePlaceOf(m_entries->key());
        if (!place) {
            continue;
        }
        due.next = *place;
        due.drained = place->millis > cutoff.millis;
        // due.next is the first entry that was not walked, from which the bound is raised
        if (due.drained || m_walked.size() == limit) {
            return;
        }
        const auto note = decodeDateNote(m_entries->value());
        m_walked.push_back({*place, note.value_or(DateNote()), false});
    }
    due.drained = true;
    due.next = kAfterAllDates;
}

void DueWalk::selectByDate(const ttl::ExpiryRule& rule, base::Time now, DueRecords& due)
{
    for (Entry& entry : m_walked) {
        entry.dies = ttl::isDue(rule, {entry.place.millis}, now);
        if (!entry.dies) {
            continue;
        }
        due.ids.push_back(entry.place.id);
        due.dates.push_back(entry.place.millis);
        due.bytes += entry.note.documentBytes;
    }
}

Result<void> DueWalk::selectDocuments(const ttl::ExpiryRule& rule, base::Time now, DueRecords& due)
{
    // by record id: a document with several dates is read once, and reads proceed in storage order
    std::vector<Entry*> byRecord;
    for (Entry& entry : m_walked) {
        byRecord.push_back(&entry);
    }
    std::stable_sort(byRecord.begin(), byRecord.end(),
                     [](const Entry* a, const Entry* b) { return a->place.id < b->place.id; });
    PendingRecords records(m_collection.core().store, m_collection.id());
    RecordId current = kNoRecord;
    bool dies = false;
    for (Entry* entry : byRecord) {
        if (entry->place.id != current) {
            const auto document = records.find(entry->place.id);
            TRY(document);
            current = entry->place.id;
            dies = *document && ttl::isExpired(rule, (*document)->view(), now);
            if (dies) {
                due.ids.push_back(current);
                due.dates.push_back(ttl::judge(rule, (*document)->view()).earliestDate->millis);
                due.bytes += std::ssize((*document)->bytes());
            }
        }
        entry->dies = dies;
    }
    std::sort(due.dates.begin(), due.dates.end());
    return {};
}

void DueWalk::noteStretches(DueRecords& due) const
{
    bool open = false;
    for (const Entry& entry : m_walked) {
        due.left = due.left || !entry.dies;
        if (!entry.dies) {
            open = false;
            continue;
        }
        if (!open) {
            // neighbouring entries that die become one range, which one range deletion removes
            due.stretches.emplace_back(entry.place, entry.place);
        }
        due.stretches.back().second = entry.place;
        open = true;
    }
}

} // namespace sandglass::engine::catalog

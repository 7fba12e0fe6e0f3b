// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_visit.h"

#include "app/engine/expiry/start_brake.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/trash/trash.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace sandglass::engine::expiry {

namespace {

using Steady = std::chrono::steady_clock;

/// A limit of the settings, where 0 means unlimited.
std::int64_t orUnlimited(std::int64_t limit)
{
    return limit <= 0 ? std::numeric_limits<std::int64_t>::max() : limit;
}

std::int64_t millisSince(Steady::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - start).count();
}

/// Documents per write unit while batching is off. Bounded too, so that other writers get the lock.
constexpr std::int64_t kUnbatched = 1000;

/// The earliest date that is not expired, if `cutoff` is the last one that is.
bson::Date justAfter(bson::Date cutoff)
{
    return cutoff.millis == std::numeric_limits<std::int64_t>::max()
        ? cutoff
        : bson::Date{cutoff.millis + 1};
}

} // namespace

PurgeVisit::PurgeVisit(const PurgeTarget& target, base::Time now, PassWork& pass)
    : m_target(target)
    , m_now(now)
    , m_pass(pass)
    , m_mostDocuments(
          orUnlimited(pass.settings.batchDeletes ? pass.settings.indexTargetDocuments.load() : 0))
    , m_mostMillis(
          orUnlimited(pass.settings.batchDeletes ? pass.settings.indexTargetMillis.load() : 0))
    , m_start(Steady::now())
{
}

PurgeVisit::~PurgeVisit() = default;

bool PurgeVisit::isFull() const
{
    return documentsLeft() <= 0 || millisSince(m_start) >= m_mostMillis;
}

std::chrono::microseconds PurgeVisit::elapsed() const
{
    return std::chrono::duration_cast<std::chrono::microseconds>(Steady::now() - m_start);
}

// False when nothing more can be deleted.
Result<bool> PurgeVisit::deleteSome()
{
    // asked before every batch: what was put back from the trash must stay
    using Passage = std::optional<StartBrake::Passage>;
    const Passage passage = m_pass.brake != nullptr
        ? m_pass.brake->enter(*m_target.collection, m_target.name())
        : Passage(std::in_place);
    if (!passage) {
        return false;
    }
    // read as often: a collMod during a pass takes effect at once
    const auto rule = m_target.collection->expiryRule(m_target.name());
    if (!rule || !rule->valid) {
        m_pass.log.problem(base::Severity::Debug1, 22535, "Index not found; skipping TTL job",
                           m_target, {});
        return false;
    }
    m_outcome.cutoff = ttl::cutoff(*rule, m_now);
    m_outcome.from = rule->notBefore.value_or(bson::Date{std::numeric_limits<std::int64_t>::min()});
    if (!m_dueCounted) {
        m_dueCounted = true;
        // If the last pass left nothing, the date bounds answer without reading any entry, so an
        // idle pass costs nothing.
        const auto due
            = m_target.collection->countDue(m_target.name(), m_outcome.cutoff, bulkThreshold());
        TRY(due);
        if (*due == 0) {
            return false;
        }
        m_bulk = bulkFor(*due);
    }
    return m_bulk ? deleteInBulk(*rule) : deleteBatch(*rule);
}

std::int64_t PurgeVisit::bulkThreshold() const
{
    constexpr std::int64_t kPercent = 100;
    // divides first: the product could overflow
    const std::int64_t share
        = m_target.collection->figures().documents / kPercent * m_pass.settings.bulkFromPercent;
    return std::max<std::int64_t>({1, m_pass.settings.bulkFromDocuments, share});
}

// A removal that began in bulk ends in bulk: its tables are rewritten anyway, and the last few per
// cent would take longer one by one than all the others together.
std::unique_ptr<catalog::BulkRemoval> PurgeVisit::bulkFor(std::int64_t due)
{
    std::pair<std::string, std::string> place(m_target.ns, m_target.name());
    // a removal in bulk reads no documents, which the trash needs
    const bool possible
        = m_pass.settings.bulkFromDocuments > 0 && m_pass.settings.batchDeletes && !keeps();
    const bool wanted = due >= bulkThreshold() || m_pass.bulk.contains(place);
    if (!possible || !wanted) {
        return nullptr;
    }
    auto bulk = m_target.collection->bulkRemoval(m_target.name());
    if (bulk) {
        m_pass.bulk.insert(std::move(place));
    }
    return bulk;
}

bool PurgeVisit::keeps() const
{
    return m_pass.trash != nullptr && m_pass.trash->keepsFrom(*m_target.collection);
}

Result<bool> PurgeVisit::deleteInBulk(const ttl::ExpiryRule& rule)
{
    const auto start = Steady::now();
    const auto limit
        = static_cast<std::size_t>(std::min(documentsLeft(), batchLimit(m_pass.settings)));
    const auto step = m_bulk->step(rule, m_now, limit);
    TRY(step);
    if (!*step) {
        m_bulk = nullptr; // not possible now
        return deleteBatch(rule);
    }
    m_outcome.documents += (*step)->documents;
    m_outcome.keys += (*step)->keys;
    m_outcome.keysExamined += (*step)->walked;
    count({(*step)->documents, (*step)->bytes, static_cast<std::size_t>((*step)->walked)},
          (*step)->keys, millisSince(start));
    // Due entries but nothing to remove: index and documents disagree. Another round would never
    // end.
    return !(*step)->drained && (*step)->documents > 0;
}

Result<bool> PurgeVisit::deleteBatch(const ttl::ExpiryRule& rule)
{
    const std::string& name = m_target.name();
    const bson::Date cutoff = m_outcome.cutoff;
    const auto start = Steady::now();
    auto begun = m_target.collection->beginWrite();
    TRY(begun);
    catalog::WriteUnit& unit = **begun;
    const bool batching = m_pass.settings.batchDeletes;
    const auto limit = static_cast<std::size_t>(
        std::min(documentsLeft(), batching ? batchLimit(m_pass.settings) : kUnbatched));
    const auto entries = unit.datesUpTo(name, cutoff, limit);
    TRY(entries);
    const auto removal = removeDue(unit, *entries, rule);
    TRY(removal);

    // all due entries were read and handled
    const bool drained = removal->walked == entries->size() && entries->size() < limit;
    if (drained || removal->walked > 0) {
        // the bound lets the next pass skip the empty range
        unit.rememberDrained(name,
                             drained ? justAfter(cutoff) : entries->at(removal->walked - 1).date);
    }
    const std::int64_t keys = unit.removedKeys();
    TRY(unit.commit(storage::Durability::Process));

    m_outcome.documents += removal->documents;
    m_outcome.keys += keys;
    m_outcome.keysExamined += static_cast<std::int64_t>(removal->walked);
    count(*removal, keys, millisSince(start));
    // Due entries but nothing to remove: index and documents disagree. Another round would never
    // end.
    return !drained && removal->documents > 0;
}

Result<PurgeVisit::Removal> PurgeVisit::removeDue(catalog::WriteUnit& unit,
                                                  const std::vector<catalog::DateEntry>& entries,
                                                  const ttl::ExpiryRule& rule)
{
    const auto start = Steady::now();
    const std::int64_t maxBytes = orUnlimited(m_pass.settings.stagedBytes);
    const std::int64_t maxMillis = orUnlimited(m_pass.settings.batchMillis);
    const bool kept = keeps();
    if (kept) {
        m_pass.trash->beginUnit();
    }
    Removal removal;
    for (const catalog::DateEntry& entry : entries) {
        const auto document = unit.fetch(entry.id);
        TRY(document);
        ++removal.walked;
        // The entry only names a candidate. The document decides, by the one expiry rule of the
        // product: it may have been refreshed, or its partial filter may not match any more.
        if (!*document || !ttl::isExpired(rule, (*document)->view(), m_now)) {
            continue;
        }
        if (kept) {
            const trash::Deletion deletion{m_target.ns, m_target.collection->uuid(),
                                           m_target.name(), m_now, m_pass.clock->now()};
            TRY(m_pass.trash->keep(unit, deletion, (*document)->view()));
        }
        const auto removed = unit.remove(entry.id);
        TRY(removed);
        removal.documents += *removed ? 1 : 0;
        removal.bytes += static_cast<std::int64_t>((*document)->bytes().size());
        if (removal.bytes >= maxBytes || millisSince(start) >= maxMillis) {
            break;
        }
    }
    return removal;
}

void PurgeVisit::count(const Removal& removal, std::int64_t keys, std::int64_t millis)
{
    m_pass.counters.deletedDocuments += removal.documents;
    m_pass.counters.deletedKeys += keys;
    // MongoDB's batch metrics do not count unbatched deletes
    if (!m_pass.settings.batchDeletes || removal.documents == 0) {
        return;
    }
    ++m_pass.counters.batches;
    m_pass.counters.batchedDocuments += removal.documents;
    m_pass.counters.stagedBytes += removal.bytes;
    m_pass.counters.millisInBatches += millis;
}

} // namespace sandglass::engine::expiry

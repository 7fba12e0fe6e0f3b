// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

namespace sandglass::engine::expiry {

namespace {

using Steady = std::chrono::steady_clock;

/// What one batch may hold, as MongoDB's staged-bytes limit; 0 in the settings means no limit.
std::int64_t orUnlimited(std::int64_t limit)
{
    return limit <= 0 ? std::numeric_limits<std::int64_t>::max() : limit;
}

std::int64_t millisSince(Steady::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - start).count();
}

/// Documents per write when batching is off: still bounded, so that the writer lock is given back.
constexpr std::int64_t kUnbatched = 1000;

/// The first date that is not expired when `cutoff` is the last one that is.
bson::Date justAfter(bson::Date cutoff)
{
    return cutoff.millis == std::numeric_limits<std::int64_t>::max()
        ? cutoff
        : bson::Date{cutoff.millis + 1};
}

bool isCode(const Error& error, protocol::ServerCode code)
{
    return error.serverCode == static_cast<int>(code);
}

} // namespace

/// A TTL index of this sub-pass.
struct PurgePass::Target
{
    std::shared_ptr<catalog::Collection> collection;
    catalog::IndexInfo index;
    std::string ns;
};

PurgePass::PurgePass(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
                     const TtlSettings& settings, TtlCounters& counters)
    : m_catalog(catalog)
    , m_clock(clock)
    , m_log(log)
    , m_settings(settings)
    , m_counters(counters)
{
}

PurgePass::~PurgePass() = default;

void PurgePass::setOperationHook(OperationHook hook)
{
    m_hook = std::move(hook);
}

void PurgePass::run(const StopRequested& stop)
{
    const base::Time now = m_clock.now();
    m_counters.lastPassStartedAt = now.time_since_epoch().count();
    while (!stop() && subPass(now, stop)) { }
    ++m_counters.passes;
    m_counters.lastPassEndedAt = m_clock.now().time_since_epoch().count();
}

std::vector<PurgePass::Target> PurgePass::targets()
{
    std::vector<Target> found;
    for (const auto& collection : m_catalog.collections({})) {
        for (catalog::IndexInfo& index : collection->indexes()) {
            if (!index.definition.isTtl() || !index.ready)
                continue;
            Target target{collection, std::move(index), collection->ns().text()};
            if (target.index.definition.rule().valid) {
                found.push_back(std::move(target));
                continue;
            }
            ++m_counters.invalidIndexSkips;
            const bool special = !target.index.definition.isOrdered();
            logProblem(base::Severity::Error, special ? 22541 : 6909100,
                       special ? "TTL indexes require an ordered index; this type is skipped"
                               : "Skipping TTL job due to invalid index spec",
                       target, {});
        }
    }
    return found;
}

bool PurgePass::subPass(base::Time now, const StopRequested& stop)
{
    const auto start = Steady::now();
    const std::int64_t targetMillis = m_settings.subPassTargetSeconds * 1000;
    std::vector<Target> open = targets();
    bool more = false;
    while (!open.empty()) {
        std::vector<Target> unfinished;
        for (Target& target : open) {
            if (stop())
                return false;
            const auto outcome = visit(target, now, stop);
            if (!outcome && outcome.error().code == Errc::Storage)
                return false;
            if (outcome && outcome->more)
                unfinished.push_back(std::move(target));
        }
        open = std::move(unfinished);
        more = !open.empty();
        // the time is looked at between rounds only, so that each index has its turn in every round
        if (millisSince(start) >= targetMillis)
            break;
    }
    ++m_counters.subPasses;
    return more;
}

Result<VisitOutcome> PurgePass::visit(const Target& target, base::Time now,
                                      const StopRequested& stop)
{
    const auto start = Steady::now();
    const bool batching = m_settings.batchDeletes;
    const std::int64_t maxMillis
        = batching ? orUnlimited(m_settings.indexTargetMillis) : orUnlimited(0);
    const std::int64_t maxDocuments
        = batching ? orUnlimited(m_settings.indexTargetDocuments) : orUnlimited(0);
    VisitOutcome outcome;
    std::shared_ptr<void> shown;
    while (!stop()) {
        if (outcome.documents >= maxDocuments || millisSince(start) >= maxMillis) {
            outcome.more = true;
            break;
        }
        const auto more = deleteBatch(target, now, maxDocuments - outcome.documents, outcome);
        if (!more) {
            if (isCode(more.error(), protocol::ServerCode::QueryPlanKilled))
                return outcome; // dropped meanwhile: nothing left to do, and no fault
            logProblem(base::Severity::Error, 5400703, "Error running TTL job on collection",
                       target, more.error().message);
            return more.error();
        }
        if (!shown && m_hook && outcome.documents > 0)
            shown = m_hook(target.ns, target.index.definition.name);
        if (!*more)
            break;
    }
    logVisit(target, outcome, std::chrono::milliseconds(millisSince(start)));
    return outcome;
}

Result<bool> PurgePass::deleteBatch(const Target& target, base::Time now,
                                    std::int64_t documentsLeft, VisitOutcome& outcome)
{
    const std::string& name = target.index.definition.name;
    // read at every batch: a collMod in mid-pass acts at once
    const auto rule = target.collection->expiryRule(name);
    if (!rule || !rule->valid)
        return false;
    const bson::Date cutoff = ttl::cutoff(*rule, now);
    const bson::Date oldest{std::numeric_limits<std::int64_t>::min()};
    const auto due = target.collection->dates(name, oldest, cutoff, 1);
    if (!due)
        return due.error();
    if (due->empty())
        return false; // seen without the writer lock: an idle pass costs nothing

    const auto start = Steady::now();
    auto begun = target.collection->beginWrite();
    if (!begun)
        return begun.error();
    catalog::WriteUnit& unit = **begun;
    const bool batching = m_settings.batchDeletes;
    const auto limit = static_cast<std::size_t>(
        std::min(documentsLeft, batching ? batchLimit(m_settings) : kUnbatched));
    const auto entries = unit.datesUpTo(name, cutoff, limit);
    if (!entries)
        return entries.error();
    const auto removal = removeDue(unit, *entries, *rule, now);
    if (!removal)
        return removal.error();

    const bool drained = removal->walked == entries->size() && entries->size() < limit;
    if (drained || removal->walked > 0)
        unit.rememberDrained(name,
                             drained ? justAfter(cutoff) : entries->at(removal->walked - 1).date);
    const std::int64_t keys = unit.removedKeys();
    if (auto done = unit.commit(storage::Durability::Process); !done)
        return done.error();

    outcome.documents += removal->documents;
    outcome.keys += keys;
    outcome.keysExamined += static_cast<std::int64_t>(removal->walked);
    count(*removal, keys, millisSince(start));
    // nothing removable among due entries: index and documents disagree; another round would not
    // end
    return !drained && removal->documents > 0;
}

Result<PurgePass::Removal> PurgePass::removeDue(catalog::WriteUnit& unit,
                                                const std::vector<catalog::DateEntry>& entries,
                                                const ttl::ExpiryRule& rule, base::Time now)
{
    const auto start = Steady::now();
    const std::int64_t maxBytes = orUnlimited(m_settings.stagedBytes);
    const std::int64_t maxMillis = orUnlimited(m_settings.batchMillis);
    Removal removal;
    for (const catalog::DateEntry& entry : entries) {
        const auto document = unit.fetch(entry.id);
        if (!document)
            return document.error();
        ++removal.walked;
        // the entry says "due"; the document itself decides, by the one rule
        if (!*document || !ttl::isExpired(rule, (*document)->view(), now))
            continue;
        const auto gone = unit.remove(entry.id);
        if (!gone)
            return gone.error();
        removal.documents += *gone ? 1 : 0;
        removal.bytes += static_cast<std::int64_t>((*document)->bytes().size());
        if (removal.bytes >= maxBytes || millisSince(start) >= maxMillis)
            break;
    }
    return removal;
}

void PurgePass::count(const Removal& removal, std::int64_t keys, std::int64_t millis)
{
    m_counters.deletedDocuments += removal.documents;
    m_counters.deletedKeys += keys;
    if (!m_settings.batchDeletes || removal.documents == 0)
        return;
    ++m_counters.batches;
    m_counters.batchedDocuments += removal.documents;
    m_counters.stagedBytes += removal.bytes;
    m_counters.millisInBatches += millis;
}

void PurgePass::logVisit(const Target& target, const VisitOutcome& outcome,
                         std::chrono::milliseconds elapsed)
{
    if (outcome.documents == 0)
        return;
    const bool slow = elapsed.count() > m_settings.slowMillis;
    m_log.write({slow || m_settings.logAll ? base::Severity::Info : base::Severity::Debug1,
                 "INDEX",
                 5479200,
                 "TTLMonitor",
                 "Deleted expired documents using index",
                 {{"namespace", target.ns},
                  {"index", target.index.definition.name},
                  {"numDeleted", outcome.documents},
                  {"numKeysDeleted", outcome.keys},
                  {"numKeysExamined", outcome.keysExamined},
                  {"numDocsExamined", outcome.keysExamined},
                  {"durationMillis", std::int64_t{elapsed.count()}}}});
}

void PurgePass::logProblem(base::Severity severity, int id, const char* message,
                           const Target& target, const std::string& error)
{
    base::LogEntry entry{severity, "INDEX", id, "TTLMonitor", message, {}};
    entry.attributes = {{"namespace", target.ns}, {"index", target.index.definition.name}};
    if (!error.empty())
        entry.attributes.emplace_back("error", error);
    m_log.write(entry);
}

} // namespace sandglass::engine::expiry

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"

#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/storage/key_value_store.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <thread>
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

/// Whether a time series has a bucket whose start does not fit into the 32 bits of an ObjectId's
/// timestamp.
bool hasDistantBuckets(const catalog::Collection& buckets)
{
    constexpr std::int64_t kFirstAfter = 2'147'483'648'000; // 19 January 2038, 03:14:08
    constexpr auto kEarliest = std::numeric_limits<std::int64_t>::min();
    constexpr auto kLatest = std::numeric_limits<std::int64_t>::max();
    const auto before = buckets.dates(catalog::kBucketExpiryIndex, {kEarliest}, {-1}, 1);
    const auto after = buckets.dates(catalog::kBucketExpiryIndex, {kFirstAfter}, {kLatest}, 1);
    return (before && !before->empty()) || (after && !after->empty());
}

bool isCode(const Error& error, protocol::ServerCode code)
{
    return error.serverCode == static_cast<int>(code);
}

} // namespace

/// A TTL index to visit in this sub-pass.
struct PurgePass::Target
{
    std::shared_ptr<catalog::Collection> collection;
    catalog::IndexInfo index;
    std::string ns;

    const std::string& name() const { return index.definition.name; }
    /// Whether the rule is the collection's own: a clustered collection or a time series.
    bool clustered() const
    {
        return index.definition.clustered || name() == catalog::kBucketExpiryIndex;
    }
};

/// The state of one visit to a TTL index.
struct PurgePass::Visit
{
    base::Time now;
    std::int64_t mostDocuments = 0;
    Steady::time_point start;
    VisitOutcome outcome;
    std::unique_ptr<catalog::BulkRemoval> bulk; ///< null: documents are deleted one by one
    bool dueCounted = false; ///< the number of due documents is known

    std::int64_t documentsLeft() const { return mostDocuments - outcome.documents; }
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

void PurgePass::setVisitHook(VisitHook hook)
{
    m_visitHook = std::move(hook);
}

void PurgePass::setOperationHook(OperationHook hook)
{
    m_hook = std::move(hook);
}

bool PurgePass::lockedOut() const
{
    return m_gate != nullptr && m_gate->locked();
}

void PurgePass::run(const StopRequested& stop)
{
    const base::Time now = m_clock.now();
    // in UTC milliseconds, as serverStatus reports it
    m_counters.lastPassStartedAt = now.time_since_epoch().count();
    m_removedInPass = 0;
    m_bulkInPass.clear();
    while (!stop() && subPass(now, stop)) { }
    // compactions of what was deleted are the catalog's work
    m_catalog.tend(m_removedInPass > 0 ? catalog::Catalog::Occasion::PassEnd
                                       : catalog::Catalog::Occasion::Idle);
    ++m_counters.passes;
    m_counters.lastPassEndedAt = m_clock.now().time_since_epoch().count();
}

std::vector<PurgePass::Target> PurgePass::targets()
{
    std::vector<Target> found;
    for (const auto& collection : m_catalog.collections({})) {
        for (catalog::IndexInfo& index : collection->indexes()) {
            const auto rule = collection->expiryRule(index.definition.name);
            if (!rule || !index.ready) {
                continue;
            }
            Target target{collection, std::move(index), collection->ns().text()};
            if (usable(target, rule->valid)) {
                found.push_back(std::move(target));
            }
        }
    }
    return found;
}

// Logs why a rule does nothing.
bool PurgePass::usable(const Target& target, bool validRule)
{
    if (!validRule) {
        ++m_counters.invalidIndexSkips;
        const bool special = !target.index.definition.isOrdered();
        // 22541 and the other ids below are MongoDB's
        logProblem(base::Severity::Error, special ? 22541 : 6909100,
                   special ? "TTL indexes require an ordered index; this type is skipped"
                           : "Skipping TTL job due to invalid index spec",
                   target, {});
        return false;
    }
    if (!m_settings.expireCapped && !target.clustered() && target.collection->shape()->capped) {
        // MongoDB's message before 7.1
        logProblem(base::Severity::Error, 5400703, "Error running TTL job on collection", target,
                   "IllegalOperation: cannot remove from a capped collection: " + target.ns);
        return false;
    }
    if (!m_settings.expireDistantSeries && target.collection->shape()->timeSeries
        && hasDistantBuckets(*target.collection)) {
        return false;
    }
    if (m_gate != nullptr && m_gate->blocks(target.collection->ns().database)) {
        logProblem(base::Severity::Error, 5400703, "Error running TTL job on collection", target,
                   "UserWritesBlocked: User writes blocked");
        return false;
    }
    return true;
}

bool PurgePass::subPass(base::Time now, const StopRequested& stop)
{
    const auto start = Steady::now();
    const std::int64_t targetMillis = m_settings.subPassTargetSeconds * 1000;
    // fixed for the whole sub-pass, as in MongoDB: a new index waits for the next one
    std::vector<Target> open = targets();
    bool more = false;
    while (!open.empty()) {
        std::vector<Target> unfinished;
        for (Target& target : open) {
            if (stop()) {
                return false;
            }
            const auto outcome = visit(target, now, stop);
            // the store refuses writes: nothing else can succeed either
            if (!outcome && outcome.error().code == Errc::Storage) {
                logProblem(base::Severity::Warning, 22537, "TTLMonitor was interrupted", target,
                           outcome.error().message);
                return false;
            }
            if (outcome && outcome->more) {
                unfinished.push_back(std::move(target));
            }
        }
        open = std::move(unfinished);
        more = !open.empty();
        // The time is checked between rounds only, so that each index gets its turn in every round.
        if (millisSince(start) >= targetMillis) {
            break;
        }
    }
    ++m_counters.subPasses;
    return more;
}

Result<VisitOutcome> PurgePass::visit(const Target& target, base::Time now,
                                      const StopRequested& stop)
{
    const bool batching = m_settings.batchDeletes;
    const std::int64_t maxMillis
        = batching ? orUnlimited(m_settings.indexTargetMillis) : orUnlimited(0);
    Visit visit{
        now,           batching ? orUnlimited(m_settings.indexTargetDocuments) : orUnlimited(0),
        Steady::now(), {},
        nullptr,       false};
    std::shared_ptr<void> shown;
    logStart(target);
    while (!stop()) {
        if (visit.documentsLeft() <= 0 || millisSince(visit.start) >= maxMillis) {
            visit.outcome.more = true;
            break;
        }
        const auto more = deleteSome(target, visit);
        if (!more) {
            if (isCode(more.error(), protocol::ServerCode::QueryPlanKilled)) {
                return visit.outcome; // the index was dropped meanwhile: not an error
            }
            logProblem(base::Severity::Error, 5400703, "Error running TTL job on collection",
                       target, more.error().message);
            return more.error();
        }
        if (!shown && m_hook && visit.outcome.documents > 0) {
            shown = m_hook(target.ns, target.name());
        }
        if (!*more) {
            break;
        }
        std::this_thread::yield(); // lets waiting readers use this processor
    }
    shown.reset();
    return endVisit(target, visit);
}

Result<VisitOutcome> PurgePass::endVisit(const Target& target, const Visit& visit)
{
    const auto elapsed
        = std::chrono::duration_cast<std::chrono::microseconds>(Steady::now() - visit.start);
    logVisit(target, visit.outcome, std::chrono::duration_cast<std::chrono::milliseconds>(elapsed));
    if (visit.outcome.documents == 0) {
        return visit.outcome;
    }
    m_removedInPass += visit.outcome.documents;
    m_catalog.tend(catalog::Catalog::Occasion::Visit);
    if (m_visitHook) {
        m_visitHook(
            {target.ns, target.index.definition.key, target.clustered(), visit.outcome, elapsed});
    }
    return visit.outcome;
}

// False when nothing more can be deleted.
Result<bool> PurgePass::deleteSome(const Target& target, Visit& visit)
{
    // read before every batch: a collMod during a pass takes effect at once
    const auto rule = target.collection->expiryRule(target.name());
    if (!rule || !rule->valid) {
        logProblem(base::Severity::Debug1, 22535, "Index not found; skipping TTL job", target, {});
        return false;
    }
    visit.outcome.cutoff = ttl::cutoff(*rule, visit.now);
    visit.outcome.from
        = rule->notBefore.value_or(bson::Date{std::numeric_limits<std::int64_t>::min()});
    if (!visit.dueCounted) {
        visit.dueCounted = true;
        // the date bounds answer without reading entries when the last pass left nothing: an idle
        // pass is free
        const auto due = target.collection->countDue(target.name(), visit.outcome.cutoff,
                                                     bulkThreshold(*target.collection));
        TRY(due);
        if (*due == 0) {
            return false;
        }
        visit.bulk = bulkFor(target, *due);
    }
    return visit.bulk ? deleteInBulk(target, *rule, visit) : deleteBatch(target, *rule, visit);
}

std::int64_t PurgePass::bulkThreshold(const catalog::Collection& collection) const
{
    constexpr std::int64_t kPercent = 100;
    // divides first: the product could overflow
    const std::int64_t share
        = collection.figures().documents / kPercent * m_settings.bulkFromPercent;
    return std::max<std::int64_t>({1, m_settings.bulkFromDocuments, share});
}

// A removal that began in bulk ends in bulk: its tables will be rewritten anyway, and the last few
// per cent would take longer one by one than all the others did.
std::unique_ptr<catalog::BulkRemoval> PurgePass::bulkFor(const Target& target, std::int64_t due)
{
    std::pair<std::string, std::string> place(target.ns, target.name());
    const bool possible = m_settings.bulkFromDocuments > 0 && m_settings.batchDeletes;
    const bool wanted = due >= bulkThreshold(*target.collection) || m_bulkInPass.contains(place);
    if (!possible || !wanted) {
        return nullptr;
    }
    auto bulk = target.collection->bulkRemoval(target.name());
    if (bulk) {
        m_bulkInPass.insert(std::move(place));
    }
    return bulk;
}

Result<bool> PurgePass::deleteInBulk(const Target& target, const ttl::ExpiryRule& rule,
                                     Visit& visit)
{
    const auto start = Steady::now();
    const auto limit
        = static_cast<std::size_t>(std::min(visit.documentsLeft(), batchLimit(m_settings)));
    const auto step = visit.bulk->step(rule, visit.now, limit);
    TRY(step);
    if (!*step) {
        visit.bulk = nullptr; // not possible now
        return deleteBatch(target, rule, visit);
    }
    visit.outcome.documents += (*step)->documents;
    visit.outcome.keys += (*step)->keys;
    visit.outcome.keysExamined += (*step)->walked;
    count({(*step)->documents, (*step)->bytes, static_cast<std::size_t>((*step)->walked)},
          (*step)->keys, millisSince(start));
    // Due entries but nothing to remove: index and documents disagree. Another round would never
    // end.
    return !(*step)->drained && (*step)->documents > 0;
}

Result<bool> PurgePass::deleteBatch(const Target& target, const ttl::ExpiryRule& rule, Visit& visit)
{
    const std::string& name = target.name();
    const bson::Date cutoff = visit.outcome.cutoff;
    const auto start = Steady::now();
    auto begun = target.collection->beginWrite();
    TRY(begun);
    catalog::WriteUnit& unit = **begun;
    const bool batching = m_settings.batchDeletes;
    const auto limit = static_cast<std::size_t>(
        std::min(visit.documentsLeft(), batching ? batchLimit(m_settings) : kUnbatched));
    const auto entries = unit.datesUpTo(name, cutoff, limit);
    TRY(entries);
    const auto removal = removeDue(unit, *entries, rule, visit.now);
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

    visit.outcome.documents += removal->documents;
    visit.outcome.keys += keys;
    visit.outcome.keysExamined += static_cast<std::int64_t>(removal->walked);
    count(*removal, keys, millisSince(start));
    // Due entries but nothing to remove: index and documents disagree. Another round would never
    // end.
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
        TRY(document);
        ++removal.walked;
        // The entry is only a hint. The document decides, by the same rule as everywhere.
        if (!*document || !ttl::isExpired(rule, (*document)->view(), now)) {
            continue;
        }
        const auto gone = unit.remove(entry.id);
        TRY(gone);
        removal.documents += *gone ? 1 : 0;
        removal.bytes += static_cast<std::int64_t>((*document)->bytes().size());
        if (removal.bytes >= maxBytes || millisSince(start) >= maxMillis) {
            break;
        }
    }
    return removal;
}

void PurgePass::count(const Removal& removal, std::int64_t keys, std::int64_t millis)
{
    m_counters.deletedDocuments += removal.documents;
    m_counters.deletedKeys += keys;
    // MongoDB's batch metrics do not count unbatched deletes
    if (!m_settings.batchDeletes || removal.documents == 0) {
        return;
    }
    ++m_counters.batches;
    m_counters.batchedDocuments += removal.documents;
    m_counters.stagedBytes += removal.bytes;
    m_counters.millisInBatches += millis;
}

void PurgePass::logStart(const Target& target)
{
    if (target.clustered()) {
        m_log.write({base::Severity::Debug1,
                     "INDEX",
                     5400704,
                     "TTLMonitor",
                     "Running TTL job for clustered collection",
                     {{"namespace", target.ns}}});
        return;
    }
    m_log.write({base::Severity::Debug1,
                 "INDEX",
                 22533,
                 "TTLMonitor",
                 "Running TTL job for index",
                 {{"namespace", target.ns},
                  {"key", bson::toJson(target.index.definition.key)},
                  {"name", target.name()}}});
}

void PurgePass::logVisit(const Target& target, const VisitOutcome& outcome,
                         std::chrono::milliseconds elapsed)
{
    if (outcome.documents == 0) {
        return;
    }
    const bool slow = elapsed.count() > m_settings.slowMillis;
    m_log.write({slow || m_settings.logAll ? base::Severity::Info : base::Severity::Debug1,
                 "INDEX",
                 target.clustered() ? 5400702 : 5479200,
                 "TTLMonitor",
                 target.clustered() ? "Deleted expired documents using clustered index scan"
                                    : "Deleted expired documents using index",
                 {{"namespace", target.ns},
                  {"index", target.name()},
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
    entry.attributes = {{"namespace", target.ns}, {"index", target.name()}};
    if (!error.empty()) {
        entry.attributes.emplace_back("error", error);
    }
    m_log.write(entry);
}

void warnOfUnusableSeconds(const catalog::Catalog& catalog, base::Log& log)
{
    for (const auto& collection : catalog.collections({})) {
        for (const catalog::IndexInfo& index : collection->indexes()) {
            const bson::Value& seconds = index.definition.expireAfterSeconds;
            if (seconds.isMissing() || (seconds.view().isNumber() && !seconds.view().isNan())) {
                continue;
            }
            log.write({base::Severity::Warning,
                       "CONTROL",
                       6852200,
                       "initandlisten",
                       "Found an existing TTL index with NaN for 'expireAfterSeconds' in the "
                       "catalog; it expires nothing until collMod gives it a number",
                       {{"ns", collection->ns().text()}, {"index", index.definition.name}}});
        }
    }
}

} // namespace sandglass::engine::expiry

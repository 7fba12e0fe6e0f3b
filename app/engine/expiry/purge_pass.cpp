// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_pass.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/expiry/purge_visit.h"
#include "app/engine/trash/trash.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>

namespace sandglass::engine::expiry {

namespace {

using Steady = std::chrono::steady_clock;

/// Whether a time series has a bucket whose start does not fit in the 32 bits of an ObjectId's
/// timestamp. Up to MongoDB 8.0 such a series expires nothing.
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

/// What a compaction could not read of a collection; nullptr: there is no such thing.
const catalog::DamagedCollection* damageOf(const catalog::Collection& collection,
                                           const std::vector<catalog::DamagedCollection>& damaged)
{
    const auto found = std::ranges::find_if(
        damaged, [&collection](const auto& each) { return each.collection.get() == &collection; });
    return found == damaged.end() ? nullptr : &*found;
}

} // namespace

PurgePass::PurgePass(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
                     const TtlSettings& settings, TtlCounters& counters)
    : m_catalog(catalog)
    , m_clock(clock)
    , m_log(log, settings)
    , m_settings(settings)
    , m_counters(counters)
{
}

void PurgePass::setVisitHook(VisitHook hook)
{
    m_visitHook = std::move(hook);
}

void PurgePass::setOperationHook(OperationHook hook)
{
    m_hook = std::move(hook);
}

void PurgePass::setHoldHook(HoldHook hook)
{
    m_holdHook = std::move(hook);
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
    PassWork work{m_settings, m_counters, m_log};
    work.brake = m_brake;
    if (prepareTrash(work)) {
        while (!stop() && subPass(work, now, stop)) { }
        trimTrash(work);
    }
    // what was dropped is not damaged any more
    m_damages.keepOnly([this](const Damage& damage) {
        const auto ns = protocol::Namespace::parse(damage.ns);
        const auto collection = ns ? m_catalog.find(*ns) : nullptr;
        return collection && collection->expiryRule(damage.index).has_value();
    });
    // compactions of what was deleted are the catalog's work
    m_catalog.tend(m_removedInPass > 0 ? catalog::Catalog::Occasion::PassEnd
                                       : catalog::Catalog::Occasion::Idle);
    ++m_counters.passes;
    m_counters.lastPassEndedAt = m_clock.now().time_since_epoch().count();
}

bool PurgePass::prepareTrash(PassWork& work)
{
    if (m_trash == nullptr) {
        return true;
    }
    const auto keeps = m_trash->prepare();
    if (!keeps) {
        m_log.trashProblem(keeps.error().message);
        return false;
    }
    if (*keeps) {
        work.trash = m_trash;
        work.clock = &m_clock;
    }
    return true;
}

void PurgePass::trimTrash(const PassWork& work)
{
    if (work.trash == nullptr) {
        return;
    }
    if (const auto trimmed = work.trash->trim(); !trimmed) {
        m_log.trashProblem(trimmed.error().message);
    }
}

void PurgePass::noteReleases()
{
    if (m_brake != nullptr && m_brake->releases() != m_releases) {
        m_releases = m_brake->releases();
        m_late.released();
    }
}

std::vector<LateArrivals::Known> PurgePass::lateArrivals()
{
    noteReleases();
    return m_late.known();
}

void PurgePass::resumeLate(const std::vector<LateArrivals::Known>& known)
{
    std::multimap<std::uint32_t, LateArrivals::Known> byIndex;
    for (const LateArrivals::Known& each : known) {
        byIndex.emplace(each.index, each);
    }
    for (const auto& collection : m_catalog.collections({})) {
        for (const catalog::IndexInfo& index : collection->indexes()) {
            const auto [first, last] = byIndex.equal_range(index.id);
            for (auto at = first; at != last; ++at) {
                resumeLate(*collection, index, at->second);
            }
        }
    }
}

void PurgePass::resumeLate(const catalog::Collection& collection, const catalog::IndexInfo& index,
                           const LateArrivals::Known& known)
{
    const bool held = m_brake != nullptr && m_brake->holds(collection, index.definition.name);
    // a hold that could not be stored is asked for again
    if (held || known.state != LateArrivals::State::Held) {
        m_late.resume(collection, index, known);
    }
}

void PurgePass::holdLate(base::Time now)
{
    if (!m_holdHook || m_brake == nullptr) {
        return;
    }
    noteReleases();
    std::set<std::uint32_t> all;
    for (const auto& collection : m_catalog.collections({})) {
        const std::int64_t documents = collection->figures().documents;
        const std::int64_t most = StartBrake::mostOf(documents);
        for (const catalog::IndexInfo& index : collection->indexes()) {
            all.insert(index.id);
            if (documents <= most || m_brake->holds(*collection, index.definition.name)) {
                continue;
            }
            const auto late = m_late.count(*collection, index, now);
            if (late && *late > most) {
                const std::string ns = collection->ns().text();
                m_log.held(ns, index.definition.name, *late);
                m_late.held(*collection, index);
                m_holdHook({ns, index.definition.name, *late, documents, true, collection->uuid()});
            }
        }
    }
    m_late.keepOnly(all);
}

std::vector<PurgeTarget> PurgePass::targets()
{
    std::vector<PurgeTarget> found;
    const std::vector<catalog::DamagedCollection> damaged = m_catalog.damaged();
    for (const auto& collection : m_catalog.collections({})) {
        const catalog::DamagedCollection* damage = damageOf(*collection, damaged);
        for (catalog::IndexInfo& index : collection->indexes()) {
            const auto rule = collection->expiryRule(index.definition.name);
            if (!rule || !index.ready) {
                continue;
            }
            PurgeTarget target{collection, std::move(index), collection->ns().text()};
            if (damage != nullptr) {
                m_log.problem(base::Severity::Error, 5400703, "Error running TTL job on collection",
                              target, damage->error);
            } else if (usable(target, rule->valid)) {
                found.push_back(std::move(target));
            }
        }
    }
    return found;
}

// Logs why a rule does nothing.
bool PurgePass::usable(const PurgeTarget& target, bool validRule)
{
    if (!validRule) {
        ++m_counters.invalidIndexSkips;
        const bool special = !target.index.definition.isOrdered();
        // 22541 and the other ids below are MongoDB's
        m_log.problem(base::Severity::Error, special ? 22541 : 6909100,
                      special ? "TTL indexes require an ordered index; this type is skipped"
                              : "Skipping TTL job due to invalid index spec",
                      target, {});
        return false;
    }
    if (m_brake != nullptr && m_brake->holds(*target.collection, target.name())) {
        return false;
    }
    if (!m_settings.expireCapped && !target.clustered() && target.collection->shape()->capped) {
        // MongoDB's message before 7.1
        m_log.problem(base::Severity::Error, 5400703, "Error running TTL job on collection", target,
                      "IllegalOperation: cannot remove from a capped collection: " + target.ns);
        return false;
    }
    if (!m_settings.expireDistantSeries && target.collection->shape()->timeSeries
        && hasDistantBuckets(*target.collection)) {
        return false;
    }
    if (m_gate != nullptr && m_gate->blocks(target.collection->ns().database)) {
        m_log.problem(base::Severity::Error, 5400703, "Error running TTL job on collection", target,
                      "UserWritesBlocked: User writes blocked");
        return false;
    }
    return true;
}

std::vector<Damage> PurgePass::allDamages() const
{
    std::vector<Damage> all = m_damages.list();
    const auto add = [&all](Damage damage) {
        const bool known = std::ranges::any_of(all, [&damage](const Damage& each) {
            return each.ns == damage.ns && each.index == damage.index;
        });
        if (!known) {
            all.push_back(std::move(damage));
        }
    };
    for (const catalog::DamagedCollection& damage : m_catalog.damaged()) {
        const std::string ns = damage.collection->ns().text();
        bool hasRule = false;
        for (const catalog::IndexInfo& index : damage.collection->indexes()) {
            if (damage.collection->expiryRule(index.definition.name)) {
                hasRule = true;
                add({ns, index.definition.name, damage.since, damage.error});
            }
        }
        if (!hasRule) {
            add({ns, {}, damage.since, damage.error});
        }
    }
    return all;
}

bool PurgePass::subPass(PassWork& work, base::Time now, const StopRequested& stop)
{
    const auto start = Steady::now();
    const std::int64_t targetMillis = m_settings.subPassTargetSeconds * 1000;
    holdLate(now);
    // fixed for the whole sub-pass, as in MongoDB: a new index waits for the next one
    std::vector<PurgeTarget> open = targets();
    std::erase_if(open, [&work](const PurgeTarget& target) {
        return work.unreadable.contains({target.ns, target.name()});
    });
    bool more = false;
    while (!open.empty()) {
        std::vector<PurgeTarget> unfinished;
        for (PurgeTarget& target : open) {
            if (stop()) {
                return false;
            }
            const auto hasMore = visit(target, work, now, stop);
            // the store refuses writes: nothing else can succeed either
            if (!hasMore && hasMore.error().code == Errc::Storage && m_writesRefused
                && m_writesRefused()) {
                m_log.problem(base::Severity::Warning, 22537, "TTLMonitor was interrupted", target,
                              hasMore.error().message);
                return false;
            }
            if (!hasMore && hasMore.error().code == Errc::Storage) {
                setAside(target, work, hasMore.error().message);
            } else if (hasMore) {
                m_damages.forget(target.ns, target.name());
            }
            if (m_holdHook && hasMore && !*hasMore && !stop()) {
                noteDrained(target, now);
            }
            if (hasMore && *hasMore) {
                unfinished.push_back(std::move(target));
            }
        }
        open = std::move(unfinished);
        more = !open.empty();
        // The time is checked between rounds only, so that each index gets its turn in every round.
        const auto spent
            = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - start);
        if (spent.count() >= targetMillis) {
            break;
        }
    }
    ++m_counters.subPasses;
    return more;
}

void PurgePass::noteDrained(const PurgeTarget& target, base::Time now)
{
    // a visit also ends when somebody holds its index meanwhile
    if (m_brake == nullptr || !m_brake->holds(*target.collection, target.name())) {
        m_late.drained(*target.collection, target.index, now);
    }
}

// One damaged block must not keep what others hold: the next pass tries it again.
void PurgePass::setAside(const PurgeTarget& target, PassWork& work, std::string error)
{
    work.unreadable.emplace(target.ns, target.name());
    m_damages.note({target.ns, target.name(), m_clock.now(), std::move(error)});
}

Result<bool> PurgePass::visit(const PurgeTarget& target, PassWork& work, base::Time now,
                              const StopRequested& stop)
{
    PurgeVisit visit(target, now, work);
    std::shared_ptr<void> shown;
    bool unfinished = false;
    m_log.begins(target);
    while (!stop()) {
        unfinished = visit.isFull();
        if (unfinished) {
            break;
        }
        const auto more = visit.deleteSome();
        if (!more) {
            if (isCode(more.error(), protocol::ServerCode::QueryPlanKilled)) {
                return false; // the index was dropped meanwhile: not an error
            }
            // what it has deleted before is deleted
            shown.reset();
            endVisit(target, visit);
            m_log.problem(base::Severity::Error, 5400703, "Error running TTL job on collection",
                          target, more.error().message);
            return more.error();
        }
        if (!shown && m_hook && visit.outcome().documents > 0) {
            shown = m_hook(target.ns, target.name());
        }
        if (!*more) {
            break;
        }
        std::this_thread::yield(); // lets waiting readers use this processor
    }
    shown.reset();
    endVisit(target, visit);
    trimTrash(work);
    return unfinished;
}

void PurgePass::endVisit(const PurgeTarget& target, const PurgeVisit& visit)
{
    const std::chrono::microseconds elapsed = visit.elapsed();
    const VisitOutcome& outcome = visit.outcome();
    m_log.ends(target, outcome, std::chrono::duration_cast<std::chrono::milliseconds>(elapsed));
    if (outcome.documents == 0) {
        return;
    }
    m_removedInPass += outcome.documents;
    m_catalog.tend(catalog::Catalog::Occasion::Visit);
    if (m_visitHook) {
        m_visitHook({target.ns, target.index.definition.key, target.clustered(), outcome, elapsed});
    }
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

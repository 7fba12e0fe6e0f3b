// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/engine/expiry/damage_list.h"
#include "app/engine/expiry/late_arrivals.h"
#include "app/engine/expiry/purge_log.h"
#include "app/engine/expiry/start_brake.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/expiry/visit_report.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
struct WriteGate;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::trash {
class Trash;
}

namespace sandglass::engine::expiry {

class PurgeVisit;
struct PassWork;
struct PurgeTarget;

/// Deletes the expired documents. It decides which ones; TtlMonitor decides when. One thread. Works
/// in MongoDB's order: sub-passes over all TTL indexes in rounds. Each visit to an index is
/// limited, so that a large backlog does not delay the others. Source: app/ttl/SEMANTICS.md 3.1
/// and 3.3.
class PurgePass
{
public:
    /// Returns true when the pass must end early: at shutdown, or when the monitor was switched
    /// off.
    using StopRequested = std::function<bool()>;
    /// Called when an index starts to delete, so that currentOp can show it. Destroying the
    /// returned object ends the entry.
    using OperationHook
        = std::function<std::shared_ptr<void>(const std::string& ns, const std::string& index)>;

    /// Holds an index back until an administrator confirms, as StartBrake::hold().
    using HoldHook = std::function<void(HeldIndex index)>;

    /// Called after each visit that deleted something; for the profiler.
    using VisitHook = std::function<void(const VisitReport& report)>;

    PurgePass(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
              const TtlSettings& settings, TtlCounters& counters);
    PurgePass(const PurgePass&) = delete;
    PurgePass& operator=(const PurgePass&) = delete;

    /// Call before the first run.
    void setOperationHook(OperationHook hook);
    /// Call before the first run.
    void setVisitHook(VisitHook hook);
    /// Locks that administrators may set (fsyncLock, setUserWriteBlockMode). `gate` must outlive
    /// the pass. Call before the first run.
    void setWriteGate(const catalog::WriteGate& gate) { m_gate = &gate; }
    /// Says that the store refuses all writes: then a pass ends, as no other index can do better.
    /// Call before the first run.
    void setWritesRefused(std::function<bool()> refused) { m_writesRefused = std::move(refused); }
    /// The indexes that could not be visited in the last pass. Any thread.
    const DamageList& damages() const { return m_damages; }
    /// The same, and the TTL indexes of collections of which compactions could not read everything:
    /// no pass visits these. Such a collection without a TTL index has an empty name there. Any
    /// thread.
    std::vector<Damage> allDamages() const;
    /// Indexes that wait for a confirmation. `brake` must outlive the pass. Call before the first
    /// run.
    void setBrake(const StartBrake& brake)
    {
        m_brake = &brake;
        m_releases = brake.releases();
    }
    /// Also holds an index from which much is due that was due already when it was written: more
    /// than StartBrake::mostOf() its collection. Without a hook, and without a brake, it is
    /// deleted. Call before the first run.
    void setHoldHook(HoldHook hook);
    /// What is known of documents that were due when they were written, for resumeLate() of a later
    /// run. On the thread of the passes, or while none runs.
    std::vector<LateArrivals::Known> lateArrivals();
    /// Takes up what an earlier run knew of them: what arrived after its last pass is held by the
    /// first one of this run. Call before the first run, when the brake knows what it holds.
    void resumeLate(const std::vector<LateArrivals::Known>& known);
    /// Keeps what is deleted as its settings say. `trash` must outlive the pass. Call before the
    /// first run.
    void setTrash(trash::Trash& trash) { m_trash = &trash; }
    /// Whether all writes are locked now. Then no pass should start.
    bool lockedOut() const;

    /// Runs one whole pass: sub-passes until nothing expired is left. "Now" is the time at its
    /// start. An error on one index is logged and the pass continues without it; a store that
    /// refuses writes ends it.
    void run(const StopRequested& stop);

private:
    /// Whether deletions can be kept as the settings want it. Logs why not; then nothing may be
    /// deleted.
    bool prepareTrash(PassWork& work);
    /// Removes from the trash what exceeds its size.
    void trimTrash(const PassWork& work);
    /// Takes up what an earlier run knew of one index.
    void resumeLate(const catalog::Collection& collection, const catalog::IndexInfo& index,
                    const LateArrivals::Known& known);
    /// Takes note of a confirmation since the last call: what was confirmed is not asked for again.
    void noteReleases();
    /// Holds indexes from which too much is due that was due when it was written.
    void holdLate(base::Time now);
    /// All TTL indexes that are ready and usable, in the catalog's order.
    std::vector<PurgeTarget> targets();
    /// Whether the target's rule can expire anything. Logs the reason if not.
    bool usable(const PurgeTarget& target, bool validRule);
    /// One sub-pass. Returns whether documents that were expired at `now` may be left.
    bool subPass(PassWork& work, base::Time now, const StopRequested& stop);
    /// Deletes from one index until its limits are reached. True when it ended before
    /// the index was drained. Errors: as the catalog's.
    Result<bool> visit(const PurgeTarget& target, PassWork& work, base::Time now,
                       const StopRequested& stop);
    /// After a visit that left nothing: what was due at `now` and comes later is late. Does nothing
    /// for an index that is held.
    void noteDrained(const PurgeTarget& target, base::Time now);
    /// Puts an index on the list of those that cannot be read, and leaves it out of this pass.
    void setAside(const PurgeTarget& target, PassWork& work, std::string error);
    /// Logs and reports a visit that is over.
    void endVisit(const PurgeTarget& target, const PurgeVisit& visit);

    catalog::Catalog& m_catalog;
    const base::Clock& m_clock;
    PurgeLog m_log;
    const TtlSettings& m_settings;
    TtlCounters& m_counters;
    OperationHook m_hook;
    VisitHook m_visitHook;
    const catalog::WriteGate* m_gate = nullptr;
    std::function<bool()> m_writesRefused;
    DamageList m_damages;
    const StartBrake* m_brake = nullptr;
    HoldHook m_holdHook; ///< empty: nothing is held
    LateArrivals m_late;
    std::uint64_t m_releases = 0; ///< of m_brake, as last seen
    trash::Trash* m_trash = nullptr;
    std::int64_t m_removedInPass = 0; ///< documents
};

/// Logs a warning for each TTL index whose stored seconds are NaN or not a number, as old servers
/// accepted them. Such an index expires nothing. Source: app/ttl/SEMANTICS.md 2.3, log 6852200.
void warnOfUnusableSeconds(const catalog::Catalog& catalog, base::Log& log);

} // namespace sandglass::engine::expiry

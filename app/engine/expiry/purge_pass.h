// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/expiry/ttl_settings.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
class WriteUnit;
class BulkRemoval;
struct WriteGate;
struct DateEntry;
} // namespace sandglass::engine::catalog

namespace sandglass::ttl {
struct ExpiryRule;
}

namespace sandglass::engine::expiry {

/// What one visit to an index did.
struct VisitOutcome
{
    std::int64_t documents = 0;
    std::int64_t keys = 0;
    std::int64_t keysExamined = 0;
    bson::Date from; ///< range of dates of the last batch: earliest
    bson::Date cutoff; ///< range of dates of the last batch: latest that is expired
    bool more = false; ///< a limit was reached before all expired documents were gone
};

/// A finished visit that deleted something.
struct VisitReport
{
    std::string ns;
    bson::Document key; ///< key pattern of the index
    bool clustered = false; ///< the rule of a clustered collection or of a time series
    VisitOutcome outcome;
    std::chrono::microseconds elapsed{0};
};

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

    /// Called after each visit that deleted something; for the profiler.
    using VisitHook = std::function<void(const VisitReport& report)>;

    PurgePass(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
              const TtlSettings& settings, TtlCounters& counters);
    ~PurgePass();
    PurgePass(const PurgePass&) = delete;
    PurgePass& operator=(const PurgePass&) = delete;

    /// Call before the first run.
    void setOperationHook(OperationHook hook);
    /// Call before the first run.
    void setVisitHook(VisitHook hook);
    /// Locks that administrators may set (fsyncLock, setUserWriteBlockMode). `gate` must outlive
    /// the pass. Call before the first run.
    void setWriteGate(const catalog::WriteGate& gate) { m_gate = &gate; }
    /// Whether all writes are locked now. Then no pass should start.
    bool lockedOut() const;

    /// Runs one whole pass: sub-passes until nothing expired is left. "Now" is the time at its
    /// start. An error on one index is logged and the pass continues; a store that refuses writes
    /// ends it.
    void run(const StopRequested& stop);

private:
    struct Target;
    struct Visit;
    /// What one batch removed.
    /// A TTL index to visit.
    struct Removal
    {
        std::int64_t documents = 0;
        std::int64_t bytes = 0;
        std::size_t walked = 0; ///< date entries examined
    };

    /// All TTL indexes that are ready and usable, in the catalog's order.
    std::vector<Target> targets();
    /// Whether the target's rule can expire anything. Logs the reason if not.
    bool usable(const Target& target, bool validRule);
    /// Logs the start of a visit at debug level.
    void logStart(const Target& target);
    /// One sub-pass. Returns whether documents that were expired at `now` may be left.
    bool subPass(base::Time now, const StopRequested& stop);
    /// Deletes from one index until its limits are reached. Errors: as the catalog's.
    Result<VisitOutcome> visit(const Target& target, base::Time now, const StopRequested& stop);
    /// Logs and reports a visit that is over.
    Result<VisitOutcome> endVisit(const Target& target, const Visit& visit);
    /// Number of due documents from which a removal in bulk pays.
    std::int64_t bulkThreshold(const catalog::Collection& collection) const;
    /// A removal in bulk if `due` documents are enough for it; nullptr: delete one by one.
    std::unique_ptr<catalog::BulkRemoval> bulkFor(const Target& target, std::int64_t due);
    /// Deletes the next batch, in bulk or one by one. False when nothing more can be deleted.
    Result<bool> deleteSome(const Target& target, Visit& visit);
    /// The next batch in bulk; falls back to deleteBatch(). Result as deleteSome().
    Result<bool> deleteInBulk(const Target& target, const ttl::ExpiryRule& rule, Visit& visit);
    /// The next batch one by one, in one write unit. Result as deleteSome().
    Result<bool> deleteBatch(const Target& target, const ttl::ExpiryRule& rule, Visit& visit);
    /// Removes the entries' documents that are expired at `now`, within the limits of one batch.
    Result<Removal> removeDue(catalog::WriteUnit& unit,
                              const std::vector<catalog::DateEntry>& entries,
                              const ttl::ExpiryRule& rule, base::Time now);
    /// Adds to the counters. `millis`: duration of the batch.
    void count(const Removal& removal, std::int64_t keys, std::int64_t millis);
    /// Logs a visit that deleted something, as Info when it was slow.
    void logVisit(const Target& target, const VisitOutcome& outcome,
                  std::chrono::milliseconds elapsed);
    /// Logs a problem with one index. `id`, `message`: MongoDB's own.
    void logProblem(base::Severity severity, int id, const char* message, const Target& target,
                    const std::string& error);

    catalog::Catalog& m_catalog;
    const base::Clock& m_clock;
    base::Log& m_log;
    const TtlSettings& m_settings;
    TtlCounters& m_counters;
    OperationHook m_hook;
    VisitHook m_visitHook;
    const catalog::WriteGate* m_gate = nullptr;
    std::int64_t m_removedInPass = 0; ///< documents
    std::set<std::pair<std::string, std::string>> m_bulkInPass; ///< collections and indexes
};

/// Logs a warning for each TTL index whose stored seconds are NaN or no number, which old servers
/// accepted. Such an index expires nothing. Source: app/ttl/SEMANTICS.md 2.3, log 6852200.
void warnOfUnusableSeconds(const catalog::Catalog& catalog, base::Log& log);

} // namespace sandglass::engine::expiry

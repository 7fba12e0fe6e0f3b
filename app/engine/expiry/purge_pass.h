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

/// What one visit of an index did.
struct VisitOutcome
{
    std::int64_t documents = 0;
    std::int64_t keys = 0;
    std::int64_t keysExamined = 0;
    bson::Date from; ///< of the last batch: what was looked for
    bson::Date cutoff;
    bool more = false; ///< a target was hit before the index was drained
};

/// A visit that deleted something, when it is over.
struct VisitReport
{
    std::string ns;
    bson::Document key; ///< of the index
    bool clustered = false; ///< what the collection is clustered by
    VisitOutcome outcome;
    std::chrono::microseconds elapsed{0};
};

/// Deletes what is expired: decides what goes, not when. One thread.
/// Order of work as MongoDB's monitor: sub-passes over all TTL indexes in rounds, each visit
/// limited, so that one full index does not starve the others. Source: app/ttl/SEMANTICS.md 3.1
/// and 3.3.
class PurgePass
{
public:
    /// Tells whether to stop early (shutdown, or the monitor was switched off).
    using StopRequested = std::function<bool()>;
    /// Called around the deletions of an index, so that currentOp can show them; returns what ends
    /// the entry.
    using OperationHook
        = std::function<std::shared_ptr<void>(const std::string& ns, const std::string& index)>;

    /// Called after each visit that deleted something, for the profiler.
    using VisitHook = std::function<void(const VisitReport& report)>;

    PurgePass(catalog::Catalog& catalog, const base::Clock& clock, base::Log& log,
              const TtlSettings& settings, TtlCounters& counters);
    ~PurgePass();
    PurgePass(const PurgePass&) = delete;
    PurgePass& operator=(const PurgePass&) = delete;

    void setOperationHook(OperationHook hook);
    void setVisitHook(VisitHook hook);
    /// What administrators may close; it must outlive the pass. Call before the first run.
    void setWriteGate(const catalog::WriteGate& gate) { m_gate = &gate; }
    /// Whether all writes are locked out just now, so that no pass shall begin.
    bool lockedOut() const;

    /// One whole pass: sub-passes until nothing expired is left. "Now" is fixed at its start.
    /// Counts it. Errors on one index are logged and do not end the pass; a store that refuses
    /// writes does.
    void run(const StopRequested& stop);

private:
    struct Target;
    struct Visit;
    /// What one batch removed.
    struct Removal
    {
        std::int64_t documents = 0;
        std::int64_t bytes = 0;
        std::size_t walked = 0; ///< entries looked at
    };

    std::vector<Target> targets();
    bool usable(const Target& target, bool validRule);
    void logStart(const Target& target);
    bool subPass(base::Time now, const StopRequested& stop);
    Result<VisitOutcome> visit(const Target& target, base::Time now, const StopRequested& stop);
    Result<VisitOutcome> endVisit(const Target& target, const Visit& visit);
    std::int64_t bulkThreshold(const catalog::Collection& collection) const;
    std::unique_ptr<catalog::BulkRemoval> bulkFor(const Target& target, std::int64_t due);
    Result<bool> deleteSome(const Target& target, Visit& visit);
    Result<bool> deleteInBulk(const Target& target, const ttl::ExpiryRule& rule, Visit& visit);
    Result<bool> deleteBatch(const Target& target, const ttl::ExpiryRule& rule, Visit& visit);
    Result<Removal> removeDue(catalog::WriteUnit& unit,
                              const std::vector<catalog::DateEntry>& entries,
                              const ttl::ExpiryRule& rule, base::Time now);
    void count(const Removal& removal, std::int64_t keys, std::int64_t millis);
    void logVisit(const Target& target, const VisitOutcome& outcome,
                  std::chrono::milliseconds elapsed);
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
    std::int64_t m_removedInPass = 0;
    std::set<std::pair<std::string, std::string>> m_bulkInPass; ///< collections and indexes
};

/// Logs each TTL index whose stored seconds are no usable number (NaN, which old servers took):
/// such an index expires nothing. Source: app/ttl/SEMANTICS.md 2.3, log 6852200.
void warnOfUnusableSeconds(const catalog::Catalog& catalog, base::Log& log);

} // namespace sandglass::engine::expiry

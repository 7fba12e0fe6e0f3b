// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"
#include "app/engine/request/operation_figures.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::operations {

/// Where finished operations are written to. All of it outlives the profiler.
struct ProfileTarget
{
    catalog::Catalog& catalog;
    const base::Clock& clock;
    base::Log& log;
    /// Whether system.profile may be written now: a reader's notes are no reason to write where
    /// nobody may.
    std::function<bool()> mayWrite;
};

/// How the operations on one database are recorded.
struct ProfileSettings
{
    int level = 0; ///< 0: none, 1: slow ones, 2: all
    bson::Document filterDocument; ///< empty: by time; else what `filter` says replaces "slow"
    query::Filter filter;

    bool hasFilter() const { return !filterDocument.empty(); }
};

/// An operation that has come to its end. Views live as long as the call they are given to.
struct FinishedOperation
{
    std::string op; ///< "query", "insert", "update", "remove", "getmore", "command"
    std::string database;
    std::string ns; ///< database and collection; "<database>.$cmd" without one
    bson::Document command; ///< of a single update or deletion: that statement
    bson::DocumentView reply; ///< empty when nobody is answered
    const request::OperationFigures& figures;
    std::chrono::microseconds elapsed{0};
    std::string thread; ///< "conn12", "TTLMonitor"
    std::string remote; ///< empty for the engine's own work
    std::string appName;
    bool legacy = false; ///< came as OP_QUERY
};

/// Records finished operations: in <database>.system.profile as each database's level asks, and in
/// the log when they were slow. Settings live in memory only, as in MongoDB. Any thread.
class Profiler
{
public:
    explicit Profiler(ProfileTarget target);

    /// Uses somebody else's limit for "slow" in milliseconds, which must outlive this; without one
    /// it keeps its own.
    void shareSlowMillis(std::atomic<std::int64_t>& slowMillis) { m_slowMillis = &slowMillis; }
    std::int64_t slowMillis() const { return m_slowMillis->load(std::memory_order_relaxed); }
    void setSlowMillis(std::int64_t millis) { m_slowMillis->store(millis); }
    /// Share of the slow operations that are recorded, 0 to 1.
    double sampleRate() const { return m_sampleRate.load(std::memory_order_relaxed); }
    void setSampleRate(double rate) { m_sampleRate.store(rate); }

    ProfileSettings settings(std::string_view database) const;
    void change(std::string_view database, ProfileSettings settings);
    /// Back to level 0, after the database was dropped.
    void forget(std::string_view database);

    /// True when finished() would do nothing for an operation of that length: the usual case, told
    /// by two comparisons.
    bool ignores(std::chrono::microseconds elapsed) const
    {
        return !m_anySettings.load(std::memory_order_relaxed) && !isSlow(elapsed);
    }
    /// Writes the operation to the log and to system.profile where that is asked for.
    void finished(const FinishedOperation& operation);
    /// Makes the collection that a database's recorded operations go to when it is missing: capped,
    /// of 1 MB as MongoDB's. Errors: the catalog's.
    Result<void> ensureCollection(std::string_view database);

private:
    // a limit of 0 or less takes everything in
    bool isSlow(std::chrono::microseconds elapsed) const
    {
        return slowMillis() <= 0 || elapsed > std::chrono::milliseconds(slowMillis());
    }
    bool sampled() const;

    ProfileTarget m_target;
    std::atomic<std::int64_t> m_ownSlowMillis{100};
    std::atomic<std::int64_t>* m_slowMillis = &m_ownSlowMillis;
    std::atomic<double> m_sampleRate{1.0};
    std::atomic<bool> m_anySettings{false};
    mutable std::mutex m_mutex;
    std::map<std::string, ProfileSettings, std::less<>> m_databases; // guarded by m_mutex
};

} // namespace sandglass::engine::operations

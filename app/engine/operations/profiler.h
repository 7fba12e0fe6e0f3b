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

/// Where finished operations are written to. All of it must outlive the profiler.
struct ProfileTarget
{
    catalog::Catalog& catalog;
    const base::Clock& clock;
    base::Log& log;
    /// Whether system.profile may be written now. False for example while writes are blocked: a
    /// read must not cause a write then.
    std::function<bool()> mayWrite;
};

/// Which operations on a database are recorded.
struct ProfileSettings
{
    int level = 0; ///< 0: none, 1: slow ones, 2: all
    bson::Document filterDocument; ///< `filter` as given; empty: none
    query::Filter filter; ///< applied to the profile entry, instead of "slow"

    /// Whether `filter` decides instead of the duration.
    bool hasFilter() const { return !filterDocument.empty(); }
};

/// An operation that has ended. Views live as long as the call they are passed to.
struct FinishedOperation
{
    std::string op; ///< "query", "insert", "update", "remove", "getmore", "command"
    std::string database;
    std::string ns; ///< "db.collection"; "db.$cmd" without a collection
    bson::Document command; ///< of a single update or deletion: that statement
    bson::DocumentView reply; ///< empty for the engine's own work
    const request::OperationFigures& figures;
    std::chrono::microseconds elapsed{0};
    std::string thread; ///< "conn12", "TTLMonitor"
    std::string remote; ///< empty for the engine's own work
    std::string appName;
    bool legacy = false; ///< received as OP_QUERY
};

/// Records finished operations: in <database>.system.profile by each database's level, and in the
/// log if they were slow. Settings are kept in memory only, as in MongoDB. Any thread.
class Profiler
{
public:
    explicit Profiler(ProfileTarget target);

    /// Uses `slowMillis` as the limit for "slow", in milliseconds; it must outlive the profiler.
    /// Until then the profiler has a limit of its own. Call it before other threads use the
    /// profiler.
    void shareSlowMillis(std::atomic<std::int64_t>& slowMillis) { m_slowMillis = &slowMillis; }
    /// Operations that take longer are slow; 0 or less: all are. In milliseconds.
    std::int64_t slowMillis() const { return m_slowMillis->load(std::memory_order_relaxed); }
    /// See slowMillis().
    void setSlowMillis(std::int64_t millis) { m_slowMillis->store(millis); }
    /// Share of the slow operations that are recorded, 0 to 1.
    double sampleRate() const { return m_sampleRate.load(std::memory_order_relaxed); }
    /// See sampleRate().
    void setSampleRate(double rate) { m_sampleRate.store(rate); }

    /// A copy of a database's settings; level 0 when there are none.
    ProfileSettings settings(std::string_view database) const;
    /// Replaces a database's settings.
    void change(std::string_view database, ProfileSettings settings);
    /// Removes a database's settings, after the database was dropped.
    void forget(std::string_view database);

    /// True when finished() would do nothing for an operation of that duration. Two comparisons, so
    /// that most operations need no profile entry to be built.
    bool ignores(std::chrono::microseconds elapsed) const
    {
        return !m_anySettings.load(std::memory_order_relaxed) && !isSlow(elapsed);
    }
    /// Writes the operation to the log and to system.profile, as configured. A failed write to
    /// system.profile is logged as a warning.
    void finished(const FinishedOperation& operation);
    /// Creates <database>.system.profile if it is missing: capped at 1 MB, as in MongoDB. Errors:
    /// those of Catalog::create().
    Result<void> ensureCollection(std::string_view database);

private:
    bool isSlow(std::chrono::microseconds elapsed) const
    {
        return slowMillis() <= 0 || elapsed > std::chrono::milliseconds(slowMillis());
    }
    bool sampled() const;

    ProfileTarget m_target;
    std::atomic<std::int64_t> m_ownSlowMillis{100}; // MongoDB's default
    std::atomic<std::int64_t>* m_slowMillis = &m_ownSlowMillis;
    std::atomic<double> m_sampleRate{1.0};
    std::atomic<bool> m_anySettings{false}; // m_databases is not empty; saves taking the mutex
    mutable std::mutex m_mutex;
    std::map<std::string, ProfileSettings, std::less<>> m_databases; // guarded by m_mutex
};

} // namespace sandglass::engine::operations

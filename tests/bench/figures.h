// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace sandglass::bench {

/// What can be measured. Seconds are wall time unless they say CPU.
enum class Metric {
    InsertSeconds, ///< all documents, in batches of 1000
    InsertCpuSeconds,
    LogicalSeconds, ///< until what is due is gone for every reader
    LogicalCpuSeconds,
    TotalSeconds, ///< the same, and until its space is given back
    TotalCpuSeconds,
    LongestBatchSeconds, ///< of the pass: for so long nobody else could write
    EmptyPassSeconds, ///< a pass right after it, with nothing left to do
    DeletedDocuments,
    FileBytesBefore, ///< everything in files, nothing under way
    FileBytesAfter, ///< after the pass and giving back the space
    FirstBucketsSeconds, ///< the first question for 200 buckets after loading
    ExactBucketsSeconds, ///< a later one, exact
    BoundedBucketsSeconds, ///< a later one, from the block directory alone
    BucketsMostOff, ///< documents; the bound on the error that it stated
    ScannedBucketsSeconds, ///< 200 buckets by reading the whole date index
    UpkeepShare, ///< of the CPU time of an insert that goes into the block directory
    FindIdleP99Seconds, ///< a find by _id while nothing else happens
    FindPassP99Seconds, ///< during a pass
    FindAfterP99Seconds, ///< in the two seconds after it
    FindsDuringPass, ///< how many the p99 is of
    LoadSeconds, ///< all documents by insertMany of 1000, over the wire where there is one
    LoadCpuSeconds,
    PingSeconds, ///< per round trip, one connection
    Ping16Seconds, ///< the same, 16 connections at once
    ReopenSeconds, ///< after kill -9, with a full journal
    Kills, ///< at random points
    LostWrites, ///< acknowledged documents that were missing afterwards
    Resurrected, ///< documents that were gone before and there again afterwards
    Unsound, ///< collections whose index entries and documents disagreed
};
inline constexpr std::size_t kMetricCount = static_cast<std::size_t>(Metric::Unsound) + 1;

/// The name in the result file; it ends with the unit.
const char* metricName(Metric metric);

/// What one round measured.
using Figures = std::map<Metric, double>;

/// Who was measured on what. `dates` is "ascending", "random", or empty where dates play no part.
struct CaseKey
{
    std::int64_t documents = 0;
    std::string dates;
    std::string subject;

    auto operator<=>(const CaseKey&) const = default;
};

/// The middle of an odd number of values, the upper middle of an even one; they may come in any
/// order. `values` is not empty.
double median(std::vector<double> values);

/// All figures of a run, round by round.
class Samples
{
public:
    using Rounds = std::map<Metric, std::vector<double>>;

    void add(const CaseKey& key, const Figures& figures);
    /// nullopt when it was not measured.
    std::optional<double> median(const CaseKey& key, Metric metric) const;
    /// The largest of all rounds; nullopt when it was not measured.
    std::optional<double> largest(const CaseKey& key, Metric metric) const;
    const std::map<CaseKey, Rounds>& all() const { return m_all; }

private:
    const std::vector<double>* find(const CaseKey& key, Metric metric) const;

    std::map<CaseKey, Rounds> m_all;
};

/// Names of subjects, as tables and result files show them.
namespace subject {
inline constexpr const char* kEngine = "engine";
inline constexpr const char* kRawDeferred = "RocksDB, deferred";
inline constexpr const char* kRawPerKey = "RocksDB, per key";
inline constexpr const char* kWiredTiger10 = "WiredTiger, batches of 10";
inline constexpr const char* kWiredTiger1000 = "WiredTiger, batches of 1000";
inline constexpr const char* kPostgres = "PostgreSQL";
inline constexpr const char* kRedis = "Redis, default";
inline constexpr const char* kRedisFast = "Redis, hz 100 effort 10";
inline constexpr const char* kEcho = "Asio echo";
} // namespace subject

} // namespace sandglass::bench

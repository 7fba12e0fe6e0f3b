// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/request/operation_figures.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::engine::operations {

/// The kind of work of an operation, for the times per collection.
enum class OperationClass { Read, Write, Command };

/// Number and duration of a collection's operations of one class.
struct OperationLatency
{
    static constexpr std::size_t kBuckets = 32;

    std::int64_t operations = 0;
    std::chrono::microseconds total{0};
    std::array<std::int64_t, kBuckets> histogram{}; ///< bucket i: 2^i to below 2^(i+1) µs; the last
                                                    ///< one holds everything longer as well

    /// Counts one operation.
    void add(std::chrono::microseconds elapsed);
};

/// Number and duration of a collection's operations of one kind of `top`.
struct OperationTime
{
    std::int64_t operations = 0;
    std::chrono::microseconds total{0};
};

/// The kinds of `top`, in the order of CollectionLatency::kinds.
inline constexpr std::array<std::string_view, 6> kTopKinds{"queries", "getmore", "insert",
                                                           "update",  "remove",  "commands"};

/// The operations on one collection, by class and by kind.
struct CollectionLatency
{
    OperationLatency reads;
    OperationLatency writes;
    OperationLatency commands;
    std::array<OperationTime, kTopKinds.size()> kinds{}; ///< the same operations by kind
    std::int64_t collectionScans = 0; ///< operations that read all of its documents
};

/// One finished operation, for OperationMetrics::add().
struct CountedOperation
{
    std::string_view command; ///< the command table's name
    std::string_view ns; ///< "db.collection"; "db.$cmd" for commands on no collection
    OperationClass kind = OperationClass::Command;
    bool failed = false;
    std::chrono::microseconds elapsed{0};
};

/// Sums over all operations since start: serverStatus.metrics, $collStats' latencyStats and top.
/// Any thread.
class OperationMetrics
{
public:
    /// Adds one operation to all sums.
    void add(const CountedOperation& operation, const request::OperationFigures& figures);
    /// Counts a run of a command of the table that uses no collection and reads no data.
    void addRun(std::string_view command, bool failed);
    /// Counts a command that is not in the table.
    void addUnknown();
    /// Removes the times of a dropped collection.
    void forget(std::string_view ns);

    /// Times of one collection; zeros when it was not used.
    CollectionLatency latency(std::string_view ns) const;
    /// Times of all collections that were used, by namespace.
    std::map<std::string, CollectionLatency, std::less<>> latencies() const;

    /// Appends the fields document, operation, queryExecutor and commands of serverStatus.metrics.
    /// `commands`: the names that have an entry even when they never ran.
    void append(std::span<const std::string_view> commands, bson::Builder& metrics) const;

private:
    /// Counts a run in m_commands. Requires m_mutex.
    void countRun(std::string_view command, bool failed);

    struct Runs
    {
        std::int64_t total = 0;
        std::int64_t failed = 0;
    };
    struct Sums
    {
        std::int64_t inserted = 0;
        std::int64_t removed = 0;
        std::int64_t modified = 0;
        std::int64_t returned = 0;
        std::int64_t keysExamined = 0;
        std::int64_t documentsExamined = 0;
        std::int64_t collectionScans = 0;
        std::int64_t sortsInMemory = 0;
    };

    /// A collection's times and the number of its last use, in order of all uses.
    struct Used
    {
        CollectionLatency times;
        std::uint64_t lastUse = 0;
    };

    /// The times of a collection, which counts as used. When there are too many, those that were
    /// not used for the longest time are forgotten. Requires m_mutex.
    CollectionLatency& use(std::string_view ns);

    mutable std::mutex m_mutex;
    Sums m_sums; // guarded by m_mutex
    std::int64_t m_unknown = 0; // guarded by m_mutex
    std::map<std::string, Runs, std::less<>> m_commands; // guarded by m_mutex
    std::map<std::string, Used, std::less<>> m_latencies; // guarded by m_mutex
    std::uint64_t m_uses = 0; // guarded by m_mutex
};

/// Appends {reads, writes, commands, transactions}, each {latency, ops} in microseconds, as
/// $collStats shows them; with `histograms` also the buckets that are not empty.
void appendLatency(const CollectionLatency& latency, bool histograms, bson::Builder& stats);

} // namespace sandglass::engine::operations

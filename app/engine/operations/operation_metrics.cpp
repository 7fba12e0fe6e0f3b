// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/operation_metrics.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace sandglass::engine::operations {

using request::OperationFigures;

namespace {

void appendClass(const char* name, const OperationLatency& latency, bool histograms,
                 bson::Builder& stats)
{
    stats.beginDocument(name);
    if (histograms) {
        stats.beginArray("histogram");
        for (std::size_t at = 0; at < latency.histogram.size(); ++at) {
            if (latency.histogram[at] > 0) {
                stats.push(bson::makeDocument("micros", std::int64_t{1} << at, "count",
                                              latency.histogram[at]));
            }
        }
        stats.end();
    }
    stats.append("latency", std::int64_t{latency.total.count()})
        .append("ops", latency.operations)
        .end();
}

/// The index of a command in kTopKinds; all but five count as commands.
std::size_t topKind(std::string_view command)
{
    constexpr std::array<std::string_view, 5> kCommands{"find", "getMore", "insert", "update",
                                                        "delete"};
    const auto* found = std::ranges::find(kCommands, command);
    return static_cast<std::size_t>(found - kCommands.begin());
}

} // namespace

// The histogram's buckets double in width, so the bucket is the position of the highest bit.
void OperationLatency::add(std::chrono::microseconds elapsed)
{
    ++operations;
    total += elapsed;
    const auto micros = static_cast<std::uint64_t>(std::max<std::int64_t>(elapsed.count(), 1));
    const auto bucket = static_cast<std::size_t>(std::bit_width(micros) - 1);
    ++histogram[std::min(bucket, kBuckets - 1)];
}

void OperationMetrics::add(const CountedOperation& operation, const OperationFigures& figures)
{
    const std::lock_guard lock(m_mutex);
    m_sums.inserted += figures.inserted + figures.upserted;
    m_sums.removed += figures.removed;
    m_sums.modified += figures.modified;
    m_sums.returned += figures.returned;
    m_sums.keysExamined += figures.keysExamined;
    m_sums.documentsExamined += figures.documentsExamined;
    m_sums.collectionScans += figures.collectionScans;
    m_sums.sortsInMemory += figures.sortsInMemory ? 1 : 0;
    countRun(operation.command, operation.failed);
    // "db.$cmd" is the namespace of commands on no collection
    if (operation.ns.find(".$cmd") != std::string_view::npos) {
        return;
    }
    CollectionLatency& times = use(operation.ns);
    times.collectionScans += figures.collectionScans;
    OperationLatency& time = operation.kind == OperationClass::Read ? times.reads
        : operation.kind == OperationClass::Write                   ? times.writes
                                                                    : times.commands;
    time.add(operation.elapsed);
    OperationTime& kind = times.kinds[topKind(operation.command)];
    ++kind.operations;
    kind.total += operation.elapsed;
}

// A client may invent any number of names, so the map needs a limit. A tenth is forgotten at once:
// finding the oldest ones takes a walk through all.
CollectionLatency& OperationMetrics::use(std::string_view ns)
{
    constexpr std::size_t kMostCollections = 10'000;
    auto found = m_latencies.find(ns);
    if (found == m_latencies.end()) {
        if (m_latencies.size() >= kMostCollections) {
            std::vector<std::uint64_t> uses;
            uses.reserve(m_latencies.size());
            for (const auto& [name, used] : m_latencies) {
                uses.push_back(used.lastUse);
            }
            const auto tenth = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 10);
            std::ranges::nth_element(uses, tenth);
            std::erase_if(m_latencies, [oldest = *tenth](const auto& entry) {
                return entry.second.lastUse < oldest;
            });
        }
        found = m_latencies.emplace(std::string(ns), Used{}).first;
    }
    found->second.lastUse = ++m_uses;
    return found->second.times;
}

void OperationMetrics::addRun(std::string_view command, bool failed)
{
    const std::lock_guard lock(m_mutex);
    countRun(command, failed);
}

void OperationMetrics::countRun(std::string_view command, bool failed)
{
    // found first: only a command's first run copies the name
    auto runs = m_commands.find(command);
    if (runs == m_commands.end()) {
        runs = m_commands.emplace(std::string(command), Runs{}).first;
    }
    ++runs->second.total;
    runs->second.failed += failed ? 1 : 0;
}

void OperationMetrics::addUnknown()
{
    const std::lock_guard lock(m_mutex);
    ++m_unknown;
}

void OperationMetrics::forget(std::string_view ns)
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_latencies.find(ns); found != m_latencies.end()) {
        m_latencies.erase(found);
    }
}

CollectionLatency OperationMetrics::latency(std::string_view ns) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_latencies.find(ns);
    return found == m_latencies.end() ? CollectionLatency() : found->second.times;
}

std::map<std::string, CollectionLatency, std::less<>> OperationMetrics::latencies() const
{
    const std::lock_guard lock(m_mutex);
    std::map<std::string, CollectionLatency, std::less<>> all;
    for (const auto& [ns, used] : m_latencies) {
        all.emplace(ns, used.times);
    }
    return all;
}

void OperationMetrics::append(std::span<const std::string_view> commands,
                              bson::Builder& metrics) const
{
    const std::lock_guard lock(m_mutex);
    metrics.beginDocument("commands");
    metrics.append("<UNKNOWN>", m_unknown);
    for (const std::string_view command : commands) {
        const auto found = m_commands.find(command);
        const Runs runs = found == m_commands.end() ? Runs{} : found->second;
        metrics.beginDocument(command)
            .append("failed", runs.failed)
            .append("total", runs.total)
            .end();
    }
    metrics.end();
    metrics.beginDocument("document")
        .append("deleted", m_sums.removed)
        .append("inserted", m_sums.inserted)
        .append("returned", m_sums.returned)
        .append("updated", m_sums.modified)
        .end();
    // there is one writer at a time, so writes never conflict
    metrics.beginDocument("operation")
        .append("scanAndOrder", m_sums.sortsInMemory)
        .append("writeConflicts", std::int64_t{0})
        .end();
    metrics.beginDocument("queryExecutor")
        .append("scanned", m_sums.keysExamined)
        .append("scannedObjects", m_sums.documentsExamined)
        .append("collectionScans",
                bson::makeDocument("nonTailable", m_sums.collectionScans, "total",
                                   m_sums.collectionScans))
        .end();
}

void appendLatency(const CollectionLatency& latency, bool histograms, bson::Builder& stats)
{
    appendClass("reads", latency.reads, histograms, stats);
    appendClass("writes", latency.writes, histograms, stats);
    appendClass("commands", latency.commands, histograms, stats);
    appendClass("transactions", {}, histograms, stats);
}

} // namespace sandglass::engine::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/trash/trash.h"

#include <atomic>
#include <cstdint>

namespace sandglass::engine::expiry {

/// The monitor's parameters. They are read again before every decision, so a change takes effect at
/// once. Any thread. Source of names and defaults: app/ttl/SEMANTICS.md 3.2 (MongoDB's ttl.idl and
/// batched_delete_stage.idl).
struct TtlSettings
{
    std::atomic<bool> enabled{true}; ///< ttlMonitorEnabled
    std::atomic<std::int64_t> sleepSeconds{60}; ///< ttlMonitorSleepSecs, > 0
    std::atomic<bool> batchDeletes{true}; ///< ttlMonitorBatchDeletes
    std::atomic<std::int64_t> subPassTargetSeconds{
        60}; ///< ttlMonitorSubPassTargetSecs; 0: one visit per index
    std::atomic<std::int64_t> indexTargetMillis{1000}; ///< ttlIndexDeleteTargetTimeMS; 0: unlimited
    std::atomic<std::int64_t> indexTargetDocuments{
        50'000}; ///< ttlIndexDeleteTargetDocs; 0: unlimited
    std::atomic<std::int64_t> batchDocuments{10}; ///< batchedDeletesTargetBatchDocs; 0: unlimited
    std::atomic<std::int64_t> batchMillis{5}; ///< batchedDeletesTargetBatchTimeMS; 0: unlimited
    /// A visit removes in bulk when at least bulkFromDocuments documents and bulkFromPercent of the
    /// collection are due. 0 documents: never. Sandglass's own parameters; source:
    /// app/engine/storage/FORMAT.md, Removing in bulk.
    std::atomic<std::int64_t> bulkFromDocuments{10'000};
    std::atomic<std::int64_t> bulkFromPercent{2};
    std::atomic<std::int64_t> stagedBytes{
        2'097'152}; ///< batchedDeletesTargetStagedDocBytes; 0: unlimited
    std::atomic<std::int64_t> slowMillis{100}; ///< slowms: slower deletions are logged
    std::atomic<bool> expireCapped{
        true}; ///< false: TTL indexes of capped collections expire nothing, as before MongoDB 7.1
    std::atomic<bool> expireDistantSeries{
        true}; ///< false: a time series with a time before 1970 or after 19 January 2038 expires
               ///< nothing at all, as up to MongoDB 8.0
    /// Deletion is paused after a step of the time of day. Sandglass's own parameter.
    std::atomic<bool> clockGuard{true};
    /// Indexes are held that would delete much at once after a start, or much that was due when it
    /// was written. Sandglass's own parameter.
    std::atomic<bool> brake{false};
    trash::TrashSettings trash; ///< Sandglass's own parameters
    std::atomic<bool> logAll{false}; ///< log every index visit that deleted something
};

/// Counters since the start of the engine. Any thread. Source: app/ttl/SEMANTICS.md 3.5.
struct TtlCounters
{
    std::atomic<std::int64_t> deletedDocuments{0};
    std::atomic<std::int64_t> deletedKeys{0};
    std::atomic<std::int64_t> passes{0};
    std::atomic<std::int64_t> subPasses{0};
    std::atomic<std::int64_t> invalidIndexSkips{0};
    std::atomic<std::int64_t> lastPassStartedAt{0}; ///< UTC milliseconds; 0 before the first
    std::atomic<std::int64_t> lastPassEndedAt{0}; ///< UTC milliseconds; 0 before the first
    // metrics of batched deletes; they stay 0 while batching is off
    std::atomic<std::int64_t> batches{0};
    std::atomic<std::int64_t> batchedDocuments{0};
    std::atomic<std::int64_t> stagedBytes{0};
    std::atomic<std::int64_t> millisInBatches{0};
};

/// Documents per write batch. MongoDB's default of 10 suits its own storage; here each batch has a
/// cost, so the default and 0 mean kEfficientBatch (1000). A smaller value that was set on purpose
/// is used as it is; a larger one is capped. Source: app/engine/storage/FORMAT.md, Removing in
/// bulk.
std::int64_t batchLimit(const TtlSettings& settings);

} // namespace sandglass::engine::expiry

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/ttl_status.h"

#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/server/ttl_safety.h"

namespace sandglass::engine::server {

void appendTtlMetrics(const expiry::TtlCounters& counters, bson::Builder& metrics)
{
    metrics.append("deletedDocuments", counters.deletedDocuments.load())
        .append("deletedKeys", counters.deletedKeys.load())
        .append("invalidTTLIndexSkips", counters.invalidIndexSkips.load())
        .append("passes", counters.passes.load())
        .append("subPasses", counters.subPasses.load());
}

void appendBatchedDeletes(const expiry::TtlCounters& counters, bson::Builder& status)
{
    status.beginDocument("batchedDeletes")
        .append("batches", counters.batches.load())
        .append("docs", counters.batchedDocuments.load())
        .append("stagedSizeBytes", counters.stagedBytes.load())
        .append("timeInBatchMillis", counters.millisInBatches.load())
        .append("refetchesDueToYield", std::int64_t{0})
        .end();
}

void appendTtlPasses(const TtlReport& report, bson::Builder& status)
{
    status.beginDocument("sandglassTtl")
        .append("lastPassStartedAt", bson::Date{report.counters.lastPassStartedAt})
        .append("lastPassEndedAt", bson::Date{report.counters.lastPassEndedAt})
        .append("passRunning", report.safety != nullptr && !report.nextPass.has_value());
    if (report.nextPass) {
        status.append("nextPassAt", bson::Date::from(*report.nextPass));
    }
    if (!report.damages.empty()) {
        status.beginArray("damagedCollections");
        for (const expiry::Damage& damage : report.damages) {
            status.push(bson::makeDocument("ns", damage.ns, "index", damage.index, "since",
                                           bson::Date::from(damage.since), "error", damage.error));
        }
        status.end();
    }
    if (!report.tables.empty()) {
        status.beginArray("damagedTables");
        for (const storage::DamagedTable& table : report.tables) {
            status.push(bson::makeDocument("file", static_cast<std::int64_t>(table.file), "error",
                                           table.error));
        }
        status.end();
    }
    if (report.safety != nullptr) {
        report.safety->append(status);
    }
    status.end();
}

} // namespace sandglass::engine::server

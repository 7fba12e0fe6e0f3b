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

void appendTtlPasses(const expiry::TtlCounters& counters, const std::optional<base::Time>& nextPass,
                     const TtlSafety* safety, bson::Builder& status)
{
    status.beginDocument("sandglassTtl")
        .append("lastPassStartedAt", bson::Date{counters.lastPassStartedAt})
        .append("lastPassEndedAt", bson::Date{counters.lastPassEndedAt})
        .append("passRunning", safety != nullptr && !nextPass.has_value());
    if (nextPass) {
        status.append("nextPassAt", bson::Date::from(*nextPass));
    }
    if (safety != nullptr) {
        safety->append(status);
    }
    status.end();
}

} // namespace sandglass::engine::server

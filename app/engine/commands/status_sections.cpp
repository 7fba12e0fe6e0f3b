// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/status_sections.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/operation_table.h"
#include "app/platform/host.h"

#include <chrono>
#include <cstdint>

namespace sandglass::engine::commands {

using operations::Operation;

namespace {

/// The number of running operations.
struct ActiveOperations
{
    std::int32_t readers = 0;
    std::int32_t writers = 0;
};

ActiveOperations activeOperations(const Context& context)
{
    ActiveOperations active;
    for (const Operation& operation : context.records.running.list()) {
        // all other operations count as readers
        const bool writes = operation.kind == "insert" || operation.kind == "update"
            || operation.kind == "remove";
        ++(writes ? active.writers : active.readers);
    }
    return active;
}

/// The number of collections of each kind, in all databases.
struct Kinds
{
    std::int32_t collections = 0;
    std::int32_t capped = 0;
    std::int32_t clustered = 0;
    std::int32_t timeSeries = 0;
    std::int32_t views = 0;
    std::int32_t internal = 0;
};

Kinds kindsOf(const catalog::Catalog& catalog)
{
    Kinds kinds;
    for (const auto& collection : catalog.collections({})) {
        const auto shape = collection->shape();
        const protocol::Namespace ns = collection->ns();
        if (shape->isView()) {
            ++kinds.views;
            continue;
        }
        ++kinds.collections;
        kinds.capped += shape->capped ? 1 : 0;
        kinds.timeSeries += shape->timeSeries ? 1 : 0;
        // buckets are clustered too, but users did not create them that way
        kinds.clustered += shape->clustered && !shape->timeSeries ? 1 : 0;
        const bool own
            = ns.database == "admin" || ns.database == "config" || ns.database == "local";
        kinds.internal += own || ns.collection.starts_with("system.") ? 1 : 0;
    }
    return kinds;
}

} // namespace

void appendExtraInfo(bson::Builder& status)
{
    const platform::ProcessUsage usage = platform::processUsage();
    status.beginDocument("extra_info")
        .append("note", "fields vary by platform")
        .append("user_time_us", usage.userMicros)
        .append("system_time_us", usage.systemMicros)
        .append("maximum_resident_set_kb", usage.maxResidentKilobytes)
        .append("input_blocks", usage.inputBlocks)
        .append("output_blocks", usage.outputBlocks)
        .append("page_reclaims", usage.pageReclaims)
        .append("page_faults", usage.pageFaults)
        .append("voluntary_context_switches", usage.voluntarySwitches)
        .append("involuntary_context_switches", usage.involuntarySwitches)
        .end();
}

void appendLocks(const Context& context, bson::Builder& status)
{
    const auto uptime = std::chrono::duration_cast<std::chrono::microseconds>(
        context.clock.now() - context.facts.startedAt);
    const ActiveOperations active = activeOperations(context);
    status.beginDocument("globalLock");
    status.append("totalTime", std::int64_t{uptime.count()});
    status.beginDocument("currentQueue")
        .append("total", std::int32_t{0})
        .append("readers", std::int32_t{0})
        .append("writers", std::int32_t{0})
        .end();
    status.beginDocument("activeClients")
        .append("total", active.readers + active.writers)
        .append("readers", active.readers)
        .append("writers", active.writers)
        .end();
    status.end();
    status.beginDocument("locks").end();
}

void appendReplicatedCounters(bson::Builder& status)
{
    status.beginDocument("opcountersRepl");
    for (const char* kind : {"insert", "query", "update", "delete", "getmore", "command"}) {
        status.append(kind, std::int64_t{0});
    }
    status.end();
}

void appendSessions(const Context& context, bson::Builder& status)
{
    const bson::Date started = bson::Date::from(context.facts.startedAt);
    status.beginDocument("logicalSessionRecordCache")
        .append("activeSessionsCount", static_cast<std::int32_t>(context.records.sessions.count()))
        .append("sessionsCollectionJobCount", std::int32_t{0})
        .append("lastSessionsCollectionJobDurationMillis", std::int32_t{0})
        .append("lastSessionsCollectionJobTimestamp", started)
        .append("lastSessionsCollectionJobEntriesRefreshed", std::int32_t{0})
        .append("lastSessionsCollectionJobEntriesEnded", std::int32_t{0})
        .append("lastSessionsCollectionJobCursorsClosed", std::int32_t{0})
        .append("transactionReaperJobCount", std::int32_t{0})
        .append("lastTransactionReaperJobDurationMillis", std::int32_t{0})
        .append("lastTransactionReaperJobTimestamp", started)
        .append("lastTransactionReaperJobEntriesCleanedUp", std::int32_t{0})
        .append("sessionCatalogSize", std::int32_t{0})
        .end();
}

void appendTransactions(bson::Builder& status)
{
    status.beginDocument("transactions");
    for (const char* counter :
         {"retriedCommandsCount", "retriedStatementsCount", "transactionsCollectionWriteCount",
          "currentActive", "currentInactive", "currentOpen", "totalAborted", "totalCommitted",
          "totalStarted", "totalPrepared", "totalPreparedThenCommitted", "totalPreparedThenAborted",
          "currentPrepared"}) {
        status.append(counter, std::int64_t{0});
    }
    status.end();
}

void appendCatalogStats(const Context& context, bson::Builder& status)
{
    const Kinds kinds = kindsOf(context.catalog);
    status.beginDocument("catalogStats")
        .append("collections", kinds.collections)
        .append("capped", kinds.capped)
        .append("clustered", kinds.clustered)
        .append("timeseries", kinds.timeSeries)
        .append("views", kinds.views)
        .append("internalCollections", kinds.internal)
        .append("internalViews", std::int32_t{0})
        .end();
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/operation_metrics.h"
#include "app/engine/plan/view_resolution.h"

namespace sandglass::engine::commands {

using operations::CollectionLatency;
using operations::kTopKinds;
using operations::OperationLatency;
using request::Request;

namespace {

void appendTime(std::string_view name, std::int64_t operations, std::chrono::microseconds total,
                bson::Builder& entry)
{
    entry.beginDocument(name)
        .append("time", std::int64_t{total.count()})
        .append("count", operations)
        .end();
}

/// Tools expect the time of reads as readLock and that of all other operations as writeLock.
void appendCollection(const CollectionLatency& latency, bson::Builder& entry)
{
    const OperationLatency& reads = latency.reads;
    const std::int64_t writes = latency.writes.operations + latency.commands.operations;
    const auto writeTime = latency.writes.total + latency.commands.total;
    appendTime("total", reads.operations + writes, reads.total + writeTime, entry);
    appendTime("readLock", reads.operations, reads.total, entry);
    appendTime("writeLock", writes, writeTime, entry);
    for (std::size_t at = 0; at < kTopKinds.size(); ++at) {
        appendTime(kTopKinds[at], latency.kinds[at].operations, latency.kinds[at].total, entry);
    }
}

} // namespace

// Time spent on each collection since the start, by kind of operation.
Result<void> runTop(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    reply.beginDocument("totals").append("note", "all times in microseconds");
    for (const auto& [ns, latency] : context.records.metrics.latencies()) {
        // an operation that ended after the drop has brought it back
        const auto name = protocol::Namespace::parse(ns);
        const bool ofCollection = name && !name->collection.starts_with("$");
        if (ofCollection && !context.catalog.find(plan::storedNamespace(context.catalog, *name))) {
            context.records.metrics.forget(ns);
            continue;
        }
        reply.beginDocument(ns);
        appendCollection(latency, reply);
        reply.end();
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands

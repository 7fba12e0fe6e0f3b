// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/commands/status_sections.h"
#include "app/engine/commands/status_source.h"
#include "app/engine/plan/cursors.h"
#include "app/platform/host.h"

#include <chrono>
#include <string>

namespace sandglass::engine::commands {

using operations::OperationCounters;
using request::Request;

namespace {

void appendCounters(bson::Builder& reply, const char* name, const OperationCounters& counters)
{
    reply.beginDocument(name)
        .append("insert", counters.insert.load())
        .append("query", counters.query.load())
        .append("update", counters.update.load())
        .append("delete", counters.remove.load())
        .append("getmore", counters.getmore.load())
        .append("command", counters.command.load())
        .end();
}

/// The engine has no counted assertions: its errors are return values.
void appendAsserts(bson::Builder& reply)
{
    reply.beginDocument("asserts");
    for (const char* kind : {"regular", "warning", "msg", "user", "tripwire", "rollovers"}) {
        reply.append(kind, std::int32_t{0});
    }
    reply.end();
}

/// Resident and virtual size in MiB.
void appendMemory(bson::Builder& reply)
{
    const platform::ProcessMemory memory = platform::processMemory();
    constexpr std::int64_t kMegabyte = std::int64_t{1} << 20U;
    reply.beginDocument("mem")
        .append("bits", std::int32_t{64})
        .append("resident", static_cast<std::int32_t>(memory.residentBytes / kMegabyte))
        .append("virtual", static_cast<std::int32_t>(memory.virtualBytes / kMegabyte))
        .append("supported", true)
        .end();
}

/// Appends the fields that identify the server, its times included.
void appendIdentity(const Context& context, bson::Builder& reply)
{
    const base::Time now = context.clock.now();
    const std::int64_t millis = (now - context.facts.startedAt).count();
    const std::int64_t seconds = millis / 1000;
    reply.append("host", context.facts.hostAndPort)
        .append("version", context.facts.version)
        .append("process", "sandglass-engine")
        .append("pid", context.facts.processId)
        // whole seconds: mongostat reads an integer
        .append("uptime", static_cast<double>(seconds))
        .append("uptimeMillis", millis)
        .append("uptimeEstimate", seconds)
        .append("localTime", bson::Date::from(now));
}

void appendMetrics(const Context& context, bson::Builder& reply)
{
    reply.beginDocument("metrics");
    reply.beginDocument("ttl");
    context.status.appendTtlMetrics(reply);
    reply.end();
    reply.beginDocument("cursor");
    reply.beginDocument("open")
        .append("noTimeout", context.cursors.countWithoutTimeout())
        .append("total", context.cursors.count())
        .end();
    reply.append("timedOut", context.cursors.timedOut());
    reply.end();
    context.records.metrics.append(commandNames(), reply);
    reply.end();
}

/// Appends a section that MongoDB does not have: the number of documents that were removed in bulk
/// and whose disk space has not been freed yet; while the server is read only after a failed write,
/// `readOnly` {since, reason}.
void appendOwnFigures(const Context& context, bson::Builder& reply)
{
    std::int64_t unreclaimed = 0;
    for (const auto& collection : context.catalog.collections({})) {
        unreclaimed += collection->unreclaimed();
    }
    reply.beginDocument("sandglass").beginDocument("deferredDeletes");
    reply.append("unreclaimed", unreclaimed).end();
    context.status.appendOwnFields(reply);
    reply.end();
}

} // namespace

// Sections that a client turns off ({serverStatus: 1, metrics: 0}) are built all the same and then
// left out: they are small.
Result<void> runServerStatus(const Request& request, Context& context, bson::Builder& reply)
{
    bson::Builder all;
    appendIdentity(context, all);
    appendAsserts(all);
    appendExtraInfo(all);
    appendLocks(context, all);
    appendSessions(context, all);
    all.beginDocument("storageEngine")
        .append("name", "rocksdb")
        .append("supportsCommittedReads", true)
        .append("supportsSnapshotReadConcern", false)
        .append("readOnly", context.files.writesRefused())
        .append("persistent", true)
        .end();
    appendTransactions(all);
    appendCatalogStats(context, all);
    context.status.appendSections(all);
    appendMemory(all);
    appendMetrics(context, all);
    appendCounters(all, "opcounters", context.records.counters);
    appendReplicatedCounters(all);
    appendOwnFigures(context, all);

    const bson::Document status = all.take();
    for (const bson::Element& element : status.view()) {
        const bson::ValueView wanted = request.body[element.key];
        if (wanted.isMissing() || wanted.toBool()) {
            reply.append(element.key, element.value);
        }
    }
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/purge_record.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/operations/profiler.h"

#include <limits>
#include <string>
#include <utility>

namespace sandglass::engine::server {

namespace {

/// {q: {<field>: {$gte, $lte}}, limit: 0}. The smallest possible date is left out: many drivers
/// cannot read it.
bson::Document deletion(const expiry::VisitReport& report)
{
    constexpr std::int64_t kEarliest = std::numeric_limits<std::int64_t>::min();
    bson::Builder command;
    command.beginDocument("q");
    for (const bson::Element& field : report.key.view()) {
        command.beginDocument(field.key);
        if (report.outcome.from.millis != kEarliest) {
            command.append("$gte", report.outcome.from);
        }
        command.append("$lte", report.outcome.cutoff).end();
    }
    command.end().append("limit", std::int32_t{0});
    return command.take();
}

} // namespace

void recordPurge(const expiry::VisitReport& report, operations::Profiler& profiler)
{
    if (profiler.ignores(report.elapsed)) {
        return;
    }
    request::OperationFigures figures;
    figures.removed = report.outcome.documents;
    figures.keysDeleted = report.outcome.keys;
    figures.keysExamined = report.outcome.keysExamined;
    // each due entry's document is read and tested again before it is deleted
    figures.documentsExamined = report.outcome.keysExamined;
    figures.plan.set((report.clustered ? "CLUSTERED_IXSCAN " : "IXSCAN ")
                     + bson::toShellText(report.key));
    const operations::FinishedOperation operation{"remove",
                                                  report.ns.substr(0, report.ns.find('.')),
                                                  report.ns,
                                                  deletion(report),
                                                  {},
                                                  figures,
                                                  report.elapsed,
                                                  "TTLMonitor",
                                                  {},
                                                  {},
                                                  false};
    profiler.finished(operation);
}

} // namespace sandglass::engine::server

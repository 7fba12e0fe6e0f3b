// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"

namespace sandglass::engine::commands {

using request::Request;

namespace {

/// {start, serverStatus, end}
Result<bson::Document> diagnosticData(const Request& request, Context& context)
{
    const bson::Date start = bson::Date::from(context.clock.now());
    const bson::Document asked = bson::makeDocument("serverStatus", 1);
    Request status = request;
    status.name = "serverStatus";
    status.body = asked;
    bson::Builder whole;
    TRY(runServerStatus(status, context, whole));
    whole.append("ok", 1.0);
    return bson::makeDocument("start", start, "serverStatus", whole.take(), "end",
                              bson::Date::from(context.clock.now()));
}

} // namespace

// Monitoring programs read {data: {start, serverStatus, end}}. Since 8.0 a server puts these fields
// into a document `common`. The engine sends both forms, because exporters accept either. Source:
// app/ttl/SEMANTICS.md 7.3.
Result<void> runGetDiagnosticData(const Request& request, Context& context, bson::Builder& reply)
{
    auto samples = diagnosticData(request, context);
    TRY(samples);
    reply.beginDocument("data").appendAll(*samples);
    if (context.facts.atLeast(8, 0)) {
        reply.append("common", *samples);
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands

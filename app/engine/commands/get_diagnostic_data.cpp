// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"

namespace sandglass::engine::commands {

using request::Request;

namespace {

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

// What monitoring programs read: {data: {start, serverStatus, end}}. From 8.0 on the same stands
// in the block `common` too: servers since then send blocks, and exporters take either form.
// Source: app/ttl/SEMANTICS.md 7.3.
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

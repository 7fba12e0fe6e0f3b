// SPDX-License-Identifier: GPL-3.0-or-later
// {sandglassPutBack: 1, filter: {…}, byName: false, dryRun: false}: puts documents that TTL indexes
// have deleted back into their collections. The filter is over the entries of
// local.sandglass.trash. Indexes that would delete them again are held. MongoDB has no such
// command.
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/trash_bin.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/query/filter.h"

namespace sandglass::engine::commands {

using request::Request;

namespace {

void appendRefused(const trash::PutBackResult& result, bson::Builder& reply)
{
    reply.append("nRefused", result.refused).beginArray("refused");
    for (const trash::NotPutBack& each : result.listed) {
        reply.pushDocument()
            .append("_id", each.id)
            .append("ns", each.ns)
            .append("code", std::int32_t{each.reason.serverCode})
            .append("errmsg", each.reason.message)
            .end();
    }
    reply.end();
}

} // namespace

Result<void> runSandglassPutBack(const Request& request, Context& context, bson::Builder& reply)
{
    const auto interrupt = operations::Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    const auto filter = query::Filter::parse(request.body["filter"].asDocument(),
                                             {context.clock.now(), bson::Document()});
    TRY(filter);
    trash::PutBackOrder order;
    order.wants = [&](bson::DocumentView entry) { return filter->evaluate(entry); };
    order.byName = request.body["byName"].toBool();
    order.dryRun = request.body["dryRun"].toBool();
    order.interrupted = [&] { return (*interrupt)->checkSometimes(); };
    const auto result = context.trash.putBack(order);
    TRY(result);
    reply.append("nMatched", result->matched).append("nPutBack", result->putBack);
    appendRefused(*result, reply);
    return {};
}

} // namespace sandglass::engine::commands

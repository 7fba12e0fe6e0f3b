// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/document_changes.h"
#include "app/engine/commands/find_and_modify_request.h"

#include <utility>

namespace sandglass::engine::commands {

namespace {

Result<UpdateOutcome> removeOne(const WriteScope& scope, const QueryShape& shape)
{
    UpdateOutcome outcome;
    const auto collection = scope.context.catalog.find(scope.ns);
    if (!collection)
        return outcome;
    auto removed = changeMatching(
        scope,
        {collection, shape, false,
         [&](catalog::WriteUnit& unit, const ChangeTarget& target) -> Result<void> {
             outcome.before = bson::Document(target.document);
             auto gone = unit.remove(target.id);
             if (!gone)
                 return gone.error();
             return {};
         }});
    if (!removed)
        return removed.error();
    outcome.matched = *removed;
    return outcome;
}

Result<void> appendValue(const FindAndModify& command, const std::optional<bson::Document>& found,
                         bson::Builder& reply)
{
    if (!found) {
        reply.appendNull("value");
        return {};
    }
    auto projected = command.projection.apply(*found);
    if (!projected)
        return projected.error();
    reply.append("value", *projected);
    return {};
}

} // namespace

Result<void> runFindAndModify(const Request& request, Context& context, bson::Builder& reply)
{
    auto scope = writeScope(request, context);
    if (!scope)
        return scope.error();
    auto command = parseFindAndModify(request, context);
    if (!command)
        return command.error();
    ++(command->remove ? context.counters.remove : context.counters.update);
    auto outcome = command->remove ? removeOne(*scope, command->statement.shape)
                                   : runUpdateStatement(*scope, command->statement);
    if (!outcome)
        return outcome.error();

    reply.beginDocument("lastErrorObject");
    reply.append("n", static_cast<std::int32_t>(outcome->matched + (outcome->upsertedId ? 1 : 0)));
    if (!command->remove)
        reply.append("updatedExisting", outcome->matched > 0);
    if (outcome->upsertedId)
        reply.append("upserted", *outcome->upsertedId);
    reply.end();
    return appendValue(*command, command->returnNew ? outcome->after : outcome->before, reply);
}

} // namespace sandglass::engine::commands

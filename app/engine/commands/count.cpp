// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/count_request.h"
#include "app/engine/commands/count_shortcut.h"
#include "app/engine/commands/find_request.h"
#include "app/engine/commands/match_cursor.h"
#include "app/engine/commands/numbers.h"

#include <utility>

namespace sandglass::engine::commands {

namespace {

Result<std::int64_t> countMatches(const CountRequest& count,
                                  const std::shared_ptr<catalog::Collection>& collection,
                                  std::shared_ptr<Interrupt> interrupt)
{
    if (collection && count.shape.hint.isMissing()) {
        if (const auto shortcut = countShortcut(*collection, count.shape.filterDocument))
            return countBy(*shortcut, *collection);
    }
    auto plan = planFor(collection, count.shape);
    if (!plan)
        return plan.error();
    MatchCursor walk(collection, std::move(*plan), count.shape.filter, std::move(interrupt));
    while (walk.delivered() < count.enough()) {
        auto moved = walk.next();
        if (!moved)
            return moved.error();
        if (!*moved)
            break;
    }
    return walk.delivered();
}

} // namespace

Result<void> runCount(const Request& request, Context& context, bson::Builder& reply)
{
    auto count = parseCount(request, context);
    if (!count)
        return count.error();
    auto interrupt = Interrupt::makeShared(request, context.clock);
    if (!interrupt)
        return interrupt.error();
    auto matches = countMatches(*count, context.catalog.find(count->ns), std::move(*interrupt));
    if (!matches)
        return matches.error();
    appendNumber(reply, "n", count->cut(*matches));
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/count_request.h"
#include "app/engine/commands/count_shortcut.h"
#include "app/engine/commands/find_request.h"
#include "app/engine/commands/match_cursor.h"
#include "app/engine/commands/numbers.h"
#include "app/engine/commands/operation_figures.h"
#include "app/engine/commands/view_read.h"

#include <utility>
#include <vector>

namespace sandglass::engine::commands {

namespace {

Result<std::int64_t> countMatches(const CountRequest& count,
                                  const std::shared_ptr<catalog::Collection>& collection,
                                  std::shared_ptr<Interrupt> interrupt)
{
    if (collection && count.shape.hint.isMissing()) {
        if (const auto shortcut = countShortcut(*collection, count.shape.filterDocument)) {
            interrupt->figures().plan.set(planSummary(*shortcut));
            return countBy(*shortcut, *collection);
        }
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

Result<std::int64_t> countMatches(const CountRequest& count, const ResolvedView& view,
                                  const ViewScope& scope,
                                  const query::EvaluationContext& evaluation)
{
    const std::vector<bson::Document> match = matchStages(count.shape.filterDocument);
    return countView(view, {viewsOf(match), count.shape.hint, evaluation}, count.enough(), scope);
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
    const auto view = resolveView(context.catalog, count->ns);
    if (!view)
        return view.error();
    auto matches = *view
        ? countMatches(*count, **view, {context, *interrupt}, context.evaluation(request))
        : countMatches(*count, context.catalog.find(count->ns), *interrupt);
    if (!matches)
        return matches.error();
    appendNumber(reply, "n", count->cut(*matches));
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/count_shortcut.h"
#include "app/engine/plan/date_blocks.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/planner.h"
#include "app/engine/reads/count_request.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/numbers.h"
#include "app/engine/request/operation_figures.h"

#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::answerByBlocks;
using plan::boundedRefused;
using plan::countBy;
using plan::countShortcut;
using plan::dateBlocksForCount;
using plan::MatchCursor;
using plan::planFor;
using plan::planSummary;
using plan::ResolvedView;
using plan::resolveView;
using reads::CountRequest;
using reads::countView;
using reads::matchStages;
using reads::parseCount;
using reads::ViewScope;
using reads::viewsOf;
using request::appendNumber;
using request::Request;

namespace {

/// A number of matches, before skip and limit.
struct Counted
{
    std::int64_t matches = 0;
    std::int64_t mostOff = 0; ///< `matches` is wrong by at most this; 0: exact
};

Result<Counted> exactly(Result<std::int64_t> matches)
{
    TRY(matches);
    return Counted{*matches, 0};
}

/// Counts with a shortcut if there is one, else by reading the matching documents.
Result<std::int64_t> walkMatches(const CountRequest& count,
                                 const std::shared_ptr<catalog::Collection>& collection,
                                 std::shared_ptr<Interrupt> interrupt)
{
    if (collection && count.shape.hint.isMissing()) {
        if (const auto shortcut = countShortcut(*collection, count.shape.filterDocument,
                                                count.evaluation.collation.get())) {
            interrupt->figures().plan.set(planSummary(*shortcut));
            return countBy(*shortcut, *collection);
        }
    }
    auto plan = planFor(collection, count.shape);
    TRY(plan);
    MatchCursor walk(collection, std::move(*plan), count.shape.filter, std::move(interrupt));
    while (walk.delivered() < count.enough()) {
        auto moved = walk.next();
        TRY(moved);
        if (!*moved) {
            break;
        }
    }
    return walk.delivered();
}

Result<Counted> countMatches(const CountRequest& count, const Context& context,
                             const std::shared_ptr<Interrupt>& interrupt)
{
    // from the fastest way to the slowest: a block directory, date entries, reading documents
    const auto fit
        = dateBlocksForCount({context.catalog, context.facts, count.evaluation.collation.get()},
                             count.ns, count.shape.filterDocument, count.shape.hint);
    if (!fit.blocks && count.bounded) {
        return boundedRefused(fit.whyNot);
    }
    if (fit.blocks) {
        auto answered = answerByBlocks(*fit.blocks, count.precision());
        TRY(answered);
        if (!answered->answer && count.bounded) {
            return boundedRefused(answered->whyNot);
        }
        if (answered->answer) {
            interrupt->figures().plan.set(planSummary(*fit.blocks));
            return Counted{answered->answer->documents, answered->answer->mostOff};
        }
    }
    return exactly(walkMatches(count, context.catalog.find(count.ns), interrupt));
}

Result<Counted> countMatches(const CountRequest& count, const ResolvedView& view,
                             const ViewScope& scope)
{
    if (count.bounded) {
        return boundedRefused("it is a view or a time series");
    }
    const std::vector<bson::Document> match = matchStages(count.shape.filterDocument);
    return exactly(countView(view, {viewsOf(match), count.shape.hint, count.evaluation},
                             count.enough(), scope));
}

} // namespace

Result<void> runCount(const Request& request, Context& context, bson::Builder& reply)
{
    auto count = parseCount(request, context);
    TRY(count);
    TRY(checkCollectionUuid(request, count->ns, context.catalog));
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    const auto view = resolveView(context.catalog, count->ns);
    TRY(view);
    auto counted = *view ? countMatches(*count, **view, {context, *interrupt})
                         : countMatches(*count, context, *interrupt);
    TRY(counted);
    appendNumber(reply, "n", count->cut(counted->matches));
    if (count->bounded) {
        reply.append("sandglassBound", counted->mostOff);
    }
    return {};
}

} // namespace sandglass::engine::commands

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/explain/explained.h"
#include "app/engine/plan/count_shortcut.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/reads/aggregate_request.h"
#include "app/engine/reads/aggregate_shortcut.h"
#include "app/engine/reads/count_request.h"
#include "app/engine/reads/distinct_request.h"
#include "app/engine/reads/find_request.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/numbers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace sandglass::engine::explain {

using plan::accessStages;
using plan::answerByBlocks;
using plan::boundedRefused;
using plan::countBy;
using plan::CountShortcut;
using plan::countShortcut;
using plan::DateAnswer;
using plan::DateAnswerFit;
using plan::DateBlocks;
using plan::dateBlocksForCount;
using plan::dateBlocksStage;
using plan::ExplainStage;
using plan::kMaxSortBytes;
using plan::MatchCursor;
using plan::planFor;
using plan::QueryShape;
using plan::ResolvedView;
using plan::resolveView;
using reads::AggregateRequest;
using reads::CountRequest;
using reads::dateBlocksOf;
using reads::FindRequest;
using reads::matchStages;
using reads::openAggregate;
using reads::openFind;
using reads::openView;
using reads::parseAggregate;
using reads::parseCount;
using reads::parseDistinct;
using reads::parseFind;
using reads::viewsOf;
using request::appendNumber;

namespace {

/// If the command is to be executed, reads all its documents and counts them.
Result<void> runThrough(const ExplainTask& task, query::DocumentSource& source,
                        Explained& explained)
{
    if (!task.execute) {
        return {};
    }
    while (true) {
        auto document = source.next();
        TRY(document);
        if (!document->has_value()) {
            return {};
        }
        ++explained.returned;
    }
}

/// Reads matches until there are no more, or until there are `enough`.
Result<void> drainWalk(MatchCursor& walk, std::int64_t enough)
{
    while (walk.delivered() < enough) {
        auto moved = walk.next();
        TRY(moved);
        if (!*moved) {
            return {};
        }
    }
    return {};
}

/// Adds the stages that read the documents below those so far.
void appendAccess(const MatchCursor& walk, Explained& explained)
{
    for (ExplainStage& stage : accessStages(walk, explained.filter)) {
        explained.stages.push_back(std::move(stage));
    }
}

/// The stages of a find above those that read the documents, outermost first.
std::vector<ExplainStage> findStages(const FindRequest& find, bool sorts, std::int64_t returned)
{
    std::vector<ExplainStage> stages;
    if (!find.projection.passesThrough()) {
        stages.push_back({"PROJECTION_DEFAULT",
                          bson::makeDocument("transformBy", find.projectionDocument),
                          returned,
                          {}});
    }
    if (find.limit) {
        stages.push_back({"LIMIT", bson::makeDocument("limitAmount", *find.limit), returned, {}});
    }
    if (find.skip > 0) {
        stages.push_back({"SKIP", bson::makeDocument("skipAmount", find.skip), returned, {}});
    }
    if (sorts) {
        stages.push_back(
            {"SORT",
             bson::makeDocument("sortPattern", find.sortDocument, "memLimit",
                                static_cast<std::int64_t>(kMaxSortBytes), "type", "simple"),
             returned,
             {}});
    }
    return stages;
}

/// The number of a pipeline's first stages that MongoDB's planner takes over: $match, then $sort,
/// $skip and $limit, in this order.
std::size_t pushedStages(bson::ValueView stages)
{
    constexpr std::array<std::string_view, 4> kOrder{"$match", "$sort", "$skip", "$limit"};
    std::size_t pushed = 0;
    const auto* place = kOrder.begin();
    for (const bson::Element& stage : stages.asDocument()) {
        const std::string_view name = stage.value.asDocument().begin()->key;
        const auto* found = std::find(place, kOrder.end(), name);
        if (found == kOrder.end()) {
            break;
        }
        place = name == "$match" ? found : found + 1; // only $match may repeat
        ++pushed;
    }
    return pushed;
}

/// Sets the plan's stages for the stages that the planner takes over, outermost first.
void appendPushedStages(const AggregateRequest& aggregate, std::size_t pushed,
                        const MatchCursor& walk, Explained& explained)
{
    const std::int64_t returned
        = explained.laterStages.empty() ? explained.returned : walk.delivered();
    std::vector<ExplainStage> stages;
    std::size_t at = 0;
    for (const bson::Element& element : aggregate.stages.asDocument()) {
        if (at++ == pushed) {
            break;
        }
        const bson::Element stage = *element.value.asDocument().begin();
        if (stage.key == "$limit") {
            stages.push_back(
                {"LIMIT", bson::makeDocument("limitAmount", stage.value), returned, {}});
        } else if (stage.key == "$skip") {
            stages.push_back({"SKIP", bson::makeDocument("skipAmount", stage.value), returned, {}});
        } else if (stage.key == "$sort" && !walk.plan().ordered) {
            stages.push_back({"SORT",
                              bson::makeDocument("sortPattern", stage.value, "type", "simple"),
                              returned,
                              {}});
        }
    }
    explained.stages.assign(stages.rbegin(), stages.rend());
}

/// Adds the stages that a find adds to those of a view.
void appendQueryStages(const FindRequest& find, std::vector<bson::Document>& stages)
{
    for (bson::Document& match : matchStages(find.shape.filterDocument)) {
        stages.push_back(std::move(match));
    }
    if (!find.sortDocument.empty()) {
        stages.push_back(bson::makeDocument("$sort", find.sortDocument));
    }
    if (find.skip > 0) {
        stages.push_back(bson::makeDocument("$skip", find.skip));
    }
    if (find.limit) {
        stages.push_back(bson::makeDocument("$limit", *find.limit));
    }
    if (!find.projectionDocument.empty()) {
        stages.push_back(bson::makeDocument("$project", find.projectionDocument));
    }
}

/// Explains a count or distinct on a view: both read all its documents.
Result<Explained> explainView(const ExplainTask& task, const ResolvedView& view,
                              const protocol::Namespace& ns, const QueryShape& shape)
{
    const std::vector<bson::Document> match = matchStages(shape.filterDocument);
    const auto evaluation = task.access.evaluationOn(task.request, ns);
    TRY(evaluation);
    auto read
        = openView(view, {viewsOf(match), shape.hint, *evaluation}, {task.access, task.interrupt});
    TRY(read);
    Explained explained{ns, shape.filterDocument, read->walk, {}, 0, {}};
    TRY(runThrough(task, *read->source, explained));
    explained.viewStages = std::move(read->viewStages);
    explained.viewStages.insert(explained.viewStages.end(), match.begin(), match.end());
    appendAccess(*explained.walk, explained);
    return explained;
}

/// A cursor over the matching documents of a collection.
Result<std::shared_ptr<MatchCursor>>
openWalk(const ExplainTask& task, const protocol::Namespace& ns, const QueryShape& shape)
{
    const auto collection = task.access.catalog.find(ns);
    auto plan = planFor(collection, shape);
    TRY(plan);
    return std::make_shared<MatchCursor>(collection, std::move(*plan), shape.filter,
                                         task.interrupt);
}

/// The stage COUNT, which is above all others in a count.
ExplainStage countStage(const CountRequest& count, std::int64_t matches)
{
    bson::Builder figures;
    appendNumber(figures, "nCounted", count.cut(matches));
    appendNumber(figures, "nSkipped", std::min(matches, count.skip));
    return {"COUNT", {}, 0, figures.take()};
}

/// The answer of date blocks, empty if the command is not to be executed; nullopt when documents
/// must be read. Errors (server): BadValue when that is not permitted (`bounded`), those of
/// answerByBlocks().
Result<std::optional<DateAnswerFit>> runByBlocks(const ExplainTask& task, const DateBlocks& blocks,
                                                 catalog::DatePrecision precision, bool bounded)
{
    if (!task.execute) {
        return std::optional(DateAnswerFit());
    }
    auto ran = answerByBlocks(blocks, precision);
    TRY(ran);
    if (!ran->answer && bounded) {
        return boundedRefused(ran->whyNot);
    }
    return ran->answer ? std::optional(std::move(*ran)) : std::nullopt;
}

/// Explains a count that date blocks answer; nullopt when documents must be read.
Result<std::optional<Explained>> explainDateCount(const ExplainTask& task,
                                                  const CountRequest& count)
{
    const auto fit = dateBlocksForCount(
        {task.access.catalog, task.access.facts, count.evaluation.collation.get()}, count.ns,
        count.shape.filterDocument, count.shape.hint);
    if (!fit.blocks && count.bounded) {
        return boundedRefused(fit.whyNot);
    }
    if (!fit.blocks) {
        return std::optional<Explained>();
    }
    const auto ran = runByBlocks(task, *fit.blocks, count.precision(), count.bounded);
    TRY(ran);
    if (!*ran) {
        return std::optional<Explained>();
    }
    const DateAnswer* answer = (*ran)->answer ? &*(*ran)->answer : nullptr;
    Explained explained{count.ns, count.shape.filterDocument, nullptr, {}, 0, {}};
    explained.stages = {countStage(count, answer ? answer->documents : 0),
                        dateBlocksStage(*fit.blocks, answer, count.precision())};
    return std::optional(std::move(explained));
}

/// Explains a pipeline that date blocks answer; nullopt when documents must be read.
Result<std::optional<Explained>> explainDateGroups(const ExplainTask& task,
                                                   const AggregateRequest& aggregate)
{
    const auto blocks = dateBlocksOf(aggregate, task.access);
    TRY(blocks);
    if (!*blocks) {
        return std::optional<Explained>();
    }
    const auto ran = runByBlocks(task, **blocks, aggregate.precision(), aggregate.bounded);
    TRY(ran);
    if (!*ran) {
        return std::optional<Explained>();
    }
    Explained explained{aggregate.ns, aggregate.shape.filterDocument, nullptr, {}, 0, {}};
    const DateAnswer* answer = (*ran)->answer ? &*(*ran)->answer : nullptr;
    explained.returned = answer ? static_cast<std::int64_t>(answer->groups.size()) : 0;
    explained.stages.push_back(dateBlocksStage(**blocks, answer, aggregate.precision()));
    std::size_t at = 0;
    for (const bson::Element& stage : aggregate.stages.asDocument()) {
        if (at++ >= (*blocks)->stages) {
            explained.laterStages.push_back(stage.value.asDocument());
        }
    }
    return std::optional(std::move(explained));
}

/// The stage of a count that reads no documents.
ExplainStage shortcutStage(const CountShortcut& shortcut)
{
    if (shortcut.indexName.empty()) {
        return {"RECORD_STORE_FAST_COUNT", {}, 0, {}};
    }
    return {"COUNT_SCAN", bson::makeDocument("indexName", shortcut.indexName), 0, {}};
}

} // namespace

Result<Explained> explainFind(const ExplainTask& task)
{
    auto find = parseFind(task.request, task.access);
    TRY(find);
    auto opened = openFind(*find, task.access, task.interrupt);
    TRY(opened);
    Explained explained{find->ns, find->shape.filterDocument, opened->walk, {}, 0, {}};
    TRY(runThrough(task, *opened->source, explained));
    explained.viewStages = std::move(opened->viewStages);
    if (explained.viewStages.empty()) {
        explained.stages = findStages(*find, !opened->walk->plan().ordered, explained.returned);
    } else {
        appendQueryStages(*find, explained.viewStages);
    }
    appendAccess(*opened->walk, explained);
    return explained;
}

Result<Explained> explainAggregate(const ExplainTask& task)
{
    auto aggregate = parseAggregate(task.request, task.access);
    TRY(aggregate);
    auto byDates = explainDateGroups(task, *aggregate);
    TRY(byDates);
    if (*byDates) {
        return std::move(**byDates);
    }
    auto opened = openAggregate(*aggregate, task.access, task.interrupt);
    TRY(opened);
    Explained explained{aggregate->ns, aggregate->shape.filterDocument, opened->walk, {}, 0, {}};
    TRY(runThrough(task, *opened->source, explained));
    explained.viewStages = std::move(opened->viewStages);
    // on a view, no stage is shown as part of the plan: its own stages come first
    const bool stored = explained.viewStages.empty() && opened->walk;
    const std::size_t pushed = stored ? pushedStages(aggregate->stages) : 0;
    std::size_t at = 0;
    for (const bson::Element& stage : aggregate->stages.asDocument()) {
        if (at++ >= pushed) {
            explained.laterStages.push_back(stage.value.asDocument());
        }
    }
    if (stored) {
        appendPushedStages(*aggregate, pushed, *opened->walk, explained);
    }
    if (opened->walk) {
        appendAccess(*opened->walk, explained);
    } else {
        explained.stages.push_back({"EOF", {}, 0, {}});
    }
    return explained;
}

Result<Explained> explainCount(const ExplainTask& task)
{
    auto count = parseCount(task.request, task.access);
    TRY(count);
    const auto view = resolveView(task.access.catalog, count->ns);
    TRY(view);
    if (*view && count->bounded) {
        return boundedRefused("it is a view or a time series");
    }
    if (*view) {
        return explainView(task, **view, count->ns, count->shape);
    }
    // in the same order as the command: date blocks, then a shortcut, then reading
    auto byDates = explainDateCount(task, *count);
    TRY(byDates);
    if (*byDates) {
        return std::move(**byDates);
    }
    Explained explained{count->ns, count->shape.filterDocument, nullptr, {}, 0, {}};
    const auto collection = task.access.catalog.find(count->ns);
    if (collection && count->shape.hint.isMissing()) {
        if (const auto shortcut = countShortcut(*collection, count->shape.filterDocument,
                                                count->evaluation.collation.get())) {
            auto matches = countBy(*shortcut, *collection);
            TRY(matches);
            explained.stages = {countStage(*count, *matches), shortcutStage(*shortcut)};
            return explained;
        }
    }
    auto walk = openWalk(task, count->ns, count->shape);
    TRY(walk);
    explained.walk = *walk;
    if (task.execute) {
        TRY(drainWalk(**walk, count->enough()));
    }
    explained.stages.push_back(countStage(*count, (*walk)->delivered()));
    appendAccess(**walk, explained);
    return explained;
}

Result<Explained> explainDistinct(const ExplainTask& task)
{
    auto distinct = parseDistinct(task.request, task.access);
    TRY(distinct);
    const auto view = resolveView(task.access.catalog, distinct->ns);
    TRY(view);
    if (*view) {
        return explainView(task, **view, distinct->ns, distinct->shape);
    }
    auto walk = openWalk(task, distinct->ns, distinct->shape);
    TRY(walk);
    Explained explained{distinct->ns, distinct->shape.filterDocument, *walk, {}, 0, {}};
    if (task.execute) {
        TRY(drainWalk(**walk, std::numeric_limits<std::int64_t>::max()));
        explained.returned = (*walk)->delivered();
    }
    appendAccess(**walk, explained);
    return explained;
}

} // namespace sandglass::engine::explain

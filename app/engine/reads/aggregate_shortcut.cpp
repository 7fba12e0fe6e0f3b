// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/aggregate_shortcut.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/plan/count_shortcut.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/reads/random_records.h"
#include "app/engine/reads/time_series_counts.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/operation_figures.h"

#include <utility>

namespace sandglass::engine::reads {

using operations::Interrupt;
using plan::answerByBlocks;
using plan::boundedRefused;
using plan::countBy;
using plan::countingPipeline;
using plan::countShortcut;
using plan::DataAccess;
using plan::DateBlocks;
using plan::DateBlocksFit;
using plan::dateBlocksForPipeline;
using plan::listSource;
using plan::planSummary;
using plan::resolveView;
using request::OperationFigures;

namespace {

/// A result that is complete: no stage is left to run.
AggregateShortcut answered(std::vector<bson::Document> documents)
{
    return {nullptr, listSource(std::move(documents)), std::nullopt};
}

/// The plan with date blocks; nullopt when there is none. Errors (server): BadValue if the command
/// requires one.
Result<std::optional<DateBlocks>> blocksOf(const AggregateRequest& aggregate,
                                           const DataAccess& access, bool isView)
{
    DateBlocksFit fit{std::nullopt, "it is a view or a time series"};
    if (!isView) {
        fit = dateBlocksForPipeline(
            {access.catalog, access.facts, aggregate.evaluation.collation.get()}, aggregate.ns,
            aggregate.stages, aggregate.shape.hint);
    }
    if (!fit.blocks && aggregate.bounded) {
        return boundedRefused(fit.whyNot);
    }
    return std::move(fit.blocks);
}

/// Runs the remaining stages. `documents`: the result of the first `skipped` stages.
Result<AggregateShortcut> throughLaterStages(const AggregateRequest& aggregate, std::size_t skipped,
                                             std::vector<bson::Document> documents,
                                             const ViewScope& scope)
{
    AggregateShortcut shortcut = answered(std::move(documents));
    std::vector<bson::ValueView> later;
    for (const bson::Element& stage : aggregate.stages.asDocument()) {
        if (skipped > 0) {
            --skipped;
        } else {
            later.push_back(stage.value);
        }
    }
    if (later.empty()) {
        return shortcut;
    }
    const bson::Value stages = bson::Value::array(bson::arrayOf(later));
    auto pipeline = query::Pipeline::parse(stages, aggregate.evaluation);
    TRY(pipeline);
    shortcut.environment
        = std::make_shared<ServerStages>(scope.access, aggregate.ns, scope.interrupt);
    shortcut.environment->limitMemory(aggregate.stageBytes);
    shortcut.environment->setCollation(aggregate.evaluation.collation);
    auto source = pipeline->run(std::move(shortcut.source), *shortcut.environment);
    TRY(source);
    shortcut.source = std::move(*source);
    return shortcut;
}

/// Answers with date blocks; without a source when documents must be read after all.
Result<AggregateShortcut> byDateBlocks(const AggregateRequest& aggregate, const DateBlocks& blocks,
                                       const ViewScope& scope)
{
    auto fit = answerByBlocks(blocks, aggregate.precision());
    TRY(fit);
    if (!fit->answer && aggregate.bounded) {
        return boundedRefused(fit->whyNot);
    }
    if (!fit->answer) {
        return AggregateShortcut();
    }
    scope.interrupt->figures().plan.set(planSummary(blocks));
    auto shortcut
        = throughLaterStages(aggregate, blocks.stages, std::move(fit->answer->groups), scope);
    if (shortcut) {
        shortcut->mostOff = fit->answer->mostOff;
    }
    return shortcut;
}

/// Answers a pipeline that counts all documents, or that counts dates which date blocks cannot
/// count: on a standby and in the profile cosmos.
Result<AggregateShortcut> byCounting(const AggregateRequest& aggregate,
                                     const catalog::Collection& collection,
                                     OperationFigures& figures)
{
    const auto counting = countingPipeline(aggregate.stages);
    if (!counting || !aggregate.shape.hint.isMissing()) {
        return AggregateShortcut();
    }
    const auto shortcut
        = countShortcut(collection, counting->filter, aggregate.evaluation.collation.get());
    if (!shortcut) {
        return AggregateShortcut();
    }
    figures.plan.set(planSummary(*shortcut));
    auto count = countBy(*shortcut, collection);
    TRY(count);
    return answered(counting->result(*count));
}

/// Draws the documents of a leading $sample one by one, if that reads fewer than all of them.
Result<AggregateShortcut> byDrawing(const AggregateRequest& aggregate,
                                    const catalog::Collection& collection, const ViewScope& scope)
{
    const bson::DocumentView stages = aggregate.stages.asDocument();
    if (stages.empty() || !aggregate.shape.hint.isMissing()) {
        return AggregateShortcut();
    }
    const auto size = sampleSizeOf((*stages.begin()).value.asDocument());
    if (!size) {
        return AggregateShortcut();
    }
    auto drawn = drawRecords(collection, *size, aggregate.stageBytes, *scope.interrupt);
    TRY(drawn);
    if (!*drawn) {
        return AggregateShortcut();
    }
    // Source: MongoDB server source, multi_iterator.h
    scope.interrupt->figures().plan.set("MULTI_ITERATOR");
    return throughLaterStages(aggregate, 1, std::move(**drawn), scope);
}

} // namespace

Result<std::optional<DateBlocks>> dateBlocksOf(const AggregateRequest& aggregate,
                                               const DataAccess& access)
{
    const auto view = resolveView(access.catalog, aggregate.ns);
    TRY(view);
    return blocksOf(aggregate, access, view->has_value());
}

Result<AggregateShortcut> shortcutFor(const AggregateRequest& aggregate, const DataAccess& access,
                                      const std::shared_ptr<Interrupt>& interrupt)
{
    const auto view = resolveView(access.catalog, aggregate.ns);
    TRY(view);
    if (*view && !aggregate.bounded) {
        auto source = countedView(aggregate, **view, {access, interrupt});
        TRY(source);
        return AggregateShortcut{nullptr, std::move(*source), std::nullopt};
    }
    const auto blocks = blocksOf(aggregate, access, view->has_value());
    TRY(blocks);
    if (*blocks) {
        auto shortcut = byDateBlocks(aggregate, **blocks, {access, interrupt});
        if (!shortcut || shortcut->source) {
            return shortcut;
        }
    }
    const auto collection = access.catalog.find(aggregate.ns);
    if (!collection) {
        return AggregateShortcut();
    }
    auto counted = byCounting(aggregate, *collection, interrupt->figures());
    if (!counted || counted->source) {
        return counted;
    }
    return byDrawing(aggregate, *collection, {access, interrupt});
}

} // namespace sandglass::engine::reads

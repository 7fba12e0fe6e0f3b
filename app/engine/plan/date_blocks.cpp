// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_blocks.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/numbers.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::plan {

using request::appendNumber;
using request::EngineFacts;

namespace {

constexpr std::size_t kStagesOfQuestion = 2;
constexpr std::size_t kStagesOfGrouping = 3;
constexpr std::string_view kMissingCollection = "the collection does not exist";

/// Finds the TTL index for a question, or the reason why no index can answer it.
DateBlocksFit withIndex(const DatesPlace& place, std::shared_ptr<catalog::Collection> collection,
                        DateQuestionFit asked, bson::ValueView hint)
{
    const EngineFacts& facts = place.facts;
    if (!asked.question) {
        return {std::nullopt, asked.whyNot};
    }
    if (facts.isStandby()) {
        return {std::nullopt, "a standby has no block directory"};
    }
    // there, a document disappears when it expires, which the directory does not know
    if (facts.profile == "cosmos") {
        return {std::nullopt, "the profile cosmos counts only documents that have not expired"};
    }
    asked.question->filter.collation = place.collation;
    auto fit = ttlIndexFor(*collection, asked.question->filter, hint);
    if (!fit.index) {
        return {std::nullopt, fit.whyNot};
    }
    if (fit.index->multikey && !asked.question->allowsArrays()) {
        return {std::nullopt, "some documents have arrays at the field"};
    }
    return {DateBlocks{std::move(collection), std::move(*fit.index), std::move(*asked.question), 0},
            {}};
}

} // namespace

DateBlocksFit dateBlocksForCount(const DatesPlace& place, const protocol::Namespace& ns,
                                 bson::DocumentView filter, bson::ValueView hint)
{
    auto collection = place.catalog.find(ns);
    if (!collection) {
        return {std::nullopt, kMissingCollection};
    }
    return withIndex(place, std::move(collection), countQuestion(filter), hint);
}

DateBlocksFit dateBlocksForPipeline(const DatesPlace& place, const protocol::Namespace& ns,
                                    bson::ValueView stages, bson::ValueView hint)
{
    auto collection = place.catalog.find(ns);
    if (!collection) {
        return {std::nullopt, kMissingCollection};
    }
    // the window's own forecast pipelines first: they may also use an index that is not a TTL index
    if (auto grouping = dateGrouping(stages)) {
        auto index = groupingIndex(*grouping, hint, *collection, place.collation);
        if (!index) {
            return {std::nullopt, "the field has no index of its own"};
        }
        return {DateBlocks{std::move(collection), std::move(*index), std::move(*grouping),
                           kStagesOfGrouping},
                {}};
    }
    auto fit = withIndex(place, std::move(collection), pipelineQuestion(stages), hint);
    if (fit.blocks) {
        fit.blocks->stages = kStagesOfQuestion;
    }
    return fit;
}

Result<DateAnswerFit> answerByBlocks(const DateBlocks& blocks, catalog::DatePrecision precision)
{
    const std::string& name = blocks.index.definition.name;
    if (const auto* question = std::get_if<DateQuestion>(&blocks.question)) {
        return answerQuestion(*question, *blocks.collection, name, precision);
    }
    // a forecast's grouping: the classes of dates are the groups themselves
    const auto& grouping = std::get<DateGrouping>(blocks.question);
    const auto classes = blocks.collection->dateClasses(name, groupingBounds(grouping), precision);
    TRY(classes);
    if (!*classes) {
        return DateAnswerFit{std::nullopt, "the index does not count by date just now"};
    }
    DateAnswer answer{groupsOf(grouping, (*classes)->classes), 0, (*classes)->byDirectory,
                      (*classes)->mostOff};
    for (const catalog::DateClass& part : (*classes)->classes) {
        answer.documents += part.documents;
    }
    return DateAnswerFit{std::move(answer), {}};
}

Error boundedRefused(std::string_view whyNot)
{
    return protocol::commandError(protocol::ServerCode::BadValue,
                                  "sandglassBounded: there is no block directory that can answer"
                                  " this: "
                                      + std::string(whyNot));
}

std::string planSummary(const DateBlocks& blocks)
{
    return "DATE_BLOCKS " + bson::toShellText(blocks.index.definition.key);
}

ExplainStage dateBlocksStage(const DateBlocks& blocks, const DateAnswer* answer,
                             catalog::DatePrecision precision)
{
    bson::Builder details;
    details.append("keyPattern", blocks.index.definition.key)
        .append("indexName", blocks.index.definition.name)
        .append("isMultiKey", blocks.index.multikey)
        .append("direction", "forward");
    ExplainStage stage{"DATE_BLOCKS", details.take(), 0, {}};
    if (answer == nullptr) {
        return stage;
    }
    bson::Builder figures;
    // the catalog does not report how many entries it read for an exact answer
    if (answer->byDirectory && precision == catalog::DatePrecision::Bounded) {
        figures.append("keysExamined", std::int32_t{0});
    }
    figures.append("blockDirectory", answer->byDirectory);
    appendNumber(figures, "mostOff", answer->mostOff);
    stage.figures = figures.take();
    stage.returned
        = blocks.stages == 0 ? answer->documents : static_cast<std::int64_t>(answer->groups.size());
    return stage;
}

} // namespace sandglass::engine::plan

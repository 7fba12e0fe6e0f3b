// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/pipeline.h"

#include "app/bson/builder.h"
#include "app/engine/query/stage.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

namespace {

// MongoDB's own limits
constexpr std::size_t kMostStages = 1000;
constexpr int kDeepestPipeline = 20;

// Keeps the plan alive as long as documents are read.
class PlanSource final : public DocumentSource
{
public:
    PlanSource(std::shared_ptr<const PipelinePlan> plan, DocumentSourcePtr last)
        : m_plan(std::move(plan))
        , m_last(std::move(last))
    {
    }
    Result<std::optional<bson::Document>> next() override { return m_last->next(); }

private:
    std::shared_ptr<const PipelinePlan> m_plan;
    DocumentSourcePtr m_last;
};

// What the next stage gets is limited in size and depth, like the value of an expression.
class LimitedSource final : public DocumentSource
{
public:
    explicit LimitedSource(DocumentSourcePtr source)
        : m_source(std::move(source))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        auto document = m_source->next();
        TRY(document);
        if (document->has_value()) {
            TRY(check((*document)->view()));
        }
        return document;
    }
    Result<std::optional<bson::DocumentView>> nextView() override
    {
        auto document = m_source->nextView();
        TRY(document);
        if (document->has_value()) {
            TRY(check(**document));
        }
        return document;
    }

private:
    static Result<void> check(bson::DocumentView document)
    {
        if (document.size() > kMaxComputedBytes) {
            return protocol::commandError(
                protocol::ServerCode::BsonObjectTooLarge,
                "BSONObj size: " + std::to_string(document.size())
                    + " is invalid. Size must be between 0 and 67108864 between stages");
        }
        return checkComputedDepth({bson::Type::Document, document.bytes()});
    }

    DocumentSourcePtr m_source;
};

// A stage whose documents may be larger or deeper than those that it reads.
class LimitedStage final : public Stage
{
public:
    explicit LimitedStage(StagePtr stage)
        : m_stage(std::move(stage))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        auto output = m_stage->open(std::move(input), environment);
        TRY(output);
        return DocumentSourcePtr(std::make_unique<LimitedSource>(std::move(*output)));
    }

private:
    StagePtr m_stage;
};

// The stage, with its output limited unless it only passes, drops or shortens documents.
StagePtr limited(StagePtr stage, std::string_view name)
{
    constexpr std::array<std::string_view, 8> kNeverLarger{
        "$count", "$limit", "$match", "$redact", "$sample", "$skip", "$unset", "$unwind"};
    if (std::ranges::find(kNeverLarger, name) != kNeverLarger.end()) {
        return stage;
    }
    return std::make_shared<LimitedStage>(std::move(stage));
}

// the checks are in MongoDB's order: the first one decides the message
Result<void> checkPlace(const StageEntry& entry, const StageContext& context, bool first, bool last)
{
    const std::string name(entry.name);
    if (context.surroundings == Surroundings::Facet && !entry.inFacet) {
        return expressionError(40600, name + " is not allowed to be used within a $facet stage");
    }
    if (entry.place == StagePlace::Last && context.surroundings == Surroundings::Lookup) {
        return expressionError(51047, name + " is not allowed within a $lookup's sub-pipeline");
    }
    if (entry.place == StagePlace::Last && context.surroundings == Surroundings::Union) {
        return expressionError(31441, name + " is not allowed within a $unionWith's sub-pipeline");
    }
    // a join is as restricted as the stages of its pipeline
    if (context.insideFacet && !entry.inFacet) {
        const bool united = context.surroundings == Surroundings::Union;
        return expressionError(40600,
                               std::string(united ? "$unionWith" : "$lookup")
                                   + " is not allowed to be used within a $facet stage");
    }
    if (entry.place == StagePlace::Last && !last) {
        return expressionError(40601, name + " can only be the final stage in the pipeline");
    }
    if (entry.place == StagePlace::FirstProducing && !first) {
        return expressionError(40602, name + " is only valid as the first stage in a pipeline");
    }
    return {};
}

Result<bson::Element> onlyField(bson::ValueView stage)
{
    if (stage.type() != bson::Type::Document) {
        return expressionError(14, "Each element of the 'pipeline' array must be an object");
    }
    if (stage.asDocument().count() != 1) {
        return expressionError(40323,
                               "A pipeline stage specification object must contain exactly "
                               "one field.");
    }
    return *stage.asDocument().begin();
}

Result<bool> parseStage(bson::ValueView specification, bool last, StageList& list)
{
    // `first`: no stage has been parsed before
    const bool first = list.items.empty();
    const Result<bson::Element> field = onlyField(specification);
    TRY(field);
    const StageEntry* entry = findStage(field->key);
    if (entry == nullptr) {
        return expressionError(
            40324, "Unrecognized pipeline stage name: '" + std::string(field->key) + "'");
    }
    TRY(checkCommandAllows(*entry, field->value, list.context.evaluation));
    TRY(checkPlace(*entry, list.context, first, last));
    TRY(entry->parse(field->value, list));
    return entry->place == StagePlace::FirstProducing;
}

} // namespace

Result<std::shared_ptr<const PipelinePlan>> PipelinePlan::parse(bson::ValueView stages,
                                                                const StageContext& context)
{
    if (stages.type() != bson::Type::Array) {
        return expressionError(14, "'pipeline' option must be specified as an array");
    }
    if (context.depth > kDeepestPipeline) {
        return expressionError(232,
                               "Maximum number of nested sub-pipelines exceeded. Limit is "
                                   + std::to_string(kDeepestPipeline));
    }
    const std::size_t count = stages.asDocument().count();
    if (count > kMostStages) {
        return expressionError(7749501,
                               "Pipeline length must be no longer than "
                                   + std::to_string(kMostStages) + " stages.");
    }
    auto plan = std::make_shared<PipelinePlan>();
    StageList list{context, {}};
    std::size_t at = 0;
    for (const bson::Element& element : stages.asDocument()) {
        ++at;
        const Result<bool> produces = parseStage(element.value, at == count, list);
        TRY(produces);
        plan->producesItself = plan->producesItself || *produces;
    }
    TRY(plan->readLeading(list.items, context.evaluation));
    plan->output = std::move(list.output);
    plan->joinStages(std::move(list.items));
    return std::shared_ptr<const PipelinePlan>(std::move(plan));
}

Result<void> PipelinePlan::readLeading(const std::vector<StageItem>& items,
                                       const EvaluationContext& context)
{
    // the run of $match stages at the start
    const auto end = std::find_if(items.begin(), items.end(),
                                  [](const StageItem& item) { return !item.match; });
    // only a sort directly behind them can use an index
    if (end != items.end() && end->sort) {
        leadingSort = end->sort;
    }
    if (end == items.begin()) {
        return {};
    }
    bson::Document conditions = *items.front().match;
    if (end - items.begin() > 1) {
        bson::Builder all;
        // several $match stages are one filter with $and
        all.beginArray("$and");
        for (auto item = items.begin(); item != end; ++item) {
            all.push(item->match->view());
        }
        conditions = all.take();
    }
    Result<Filter> filter = Filter::parse(conditions, context);
    TRY(filter);
    leadingFilter = std::move(*filter);
    return {};
}

// A $sort followed by a $limit, possibly with $skip in between, only needs to keep the documents up
// to that limit. The $limit and $skip stages stay.
void PipelinePlan::joinStages(std::vector<StageItem> items)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].sort) {
            stages.push_back(limited(items[i].stage, items[i].name));
            continue;
        }
        std::int64_t skipped = 0;
        std::size_t next = i + 1;
        while (next < items.size() && items[next].skip
               && !__builtin_add_overflow(skipped, *items[next].skip, &skipped)) {
            ++next;
        }
        std::optional<std::int64_t> limit;
        std::int64_t wanted = 0;
        if (next < items.size()
            && items[next].limit
            // overflow: then the sort keeps everything
            && !__builtin_add_overflow(skipped, *items[next].limit, &wanted)) {
            limit = wanted;
        }
        stages.push_back(sortStage(std::move(*items[i].sort), limit));
    }
}

Result<DocumentSourcePtr> PipelinePlan::run(const std::shared_ptr<const PipelinePlan>& plan,
                                            DocumentSourcePtr source,
                                            PipelineEnvironment& environment)
{
    // an empty source instead of none, so that stages need no special case
    if (source == nullptr) {
        source = std::make_unique<MemorySource>(std::vector<bson::Document>());
    }
    for (const StagePtr& stage : plan->stages) {
        Result<DocumentSourcePtr> next = stage->open(std::move(source), environment);
        TRY(next);
        source = std::move(*next);
    }
    // stages refer to the plan
    return DocumentSourcePtr(std::make_unique<PlanSource>(plan, std::move(source)));
}

Result<Pipeline> Pipeline::parse(bson::ValueView stages, const EvaluationContext& context)
{
    Result<std::shared_ptr<const PipelinePlan>> plan
        = PipelinePlan::parse(stages, StageContext{context});
    TRY(plan);
    Pipeline pipeline;
    pipeline.m_plan = std::move(*plan);
    return pipeline;
}

bool Pipeline::producesItself() const
{
    return m_plan->producesItself;
}

const Filter& Pipeline::leadingFilter() const
{
    return m_plan->leadingFilter;
}

std::optional<Sort> Pipeline::leadingSort() const
{
    return m_plan->leadingSort;
}

const std::optional<PipelineOutput>& Pipeline::output() const
{
    return m_plan->output;
}

Result<DocumentSourcePtr> Pipeline::run(DocumentSourcePtr source,
                                        PipelineEnvironment& environment) const
{
    return PipelinePlan::run(m_plan, std::move(source), environment);
}

} // namespace sandglass::engine::query

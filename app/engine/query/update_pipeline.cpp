// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/query/update_plan.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::engine::query {

namespace {

using protocol::commandError;
using protocol::ServerCode;

constexpr std::array<std::string_view, 6> kAllowedStages{"$addFields",   "$project", "$replaceRoot",
                                                         "$replaceWith", "$set",     "$unset"};
// Stages that exist but are not allowed in an update: MongoDB answers them with another error than
// unknown names.
constexpr std::array<std::string_view, 14> kOtherStages{
    "$bucket", "$bucketAuto", "$count", "$facet", "$group",       "$limit",     "$lookup",
    "$match",  "$merge",      "$out",   "$skip",  "$sortByCount", "$unionWith", "$unwind"};

/// The input of an update's pipeline: the document to change.
class OneDocument final : public DocumentSource
{
public:
    explicit OneDocument(bson::DocumentView document)
        : m_document(bson::Document(document))
    {
    }

    Result<std::optional<bson::Document>> next() override
    {
        return std::exchange(m_document, std::nullopt);
    }

private:
    std::optional<bson::Document> m_document;
};

// The environment of an update's pipeline: no stage that is allowed there reads other data.
class NoServer final : public PipelineEnvironment
{
public:
    Result<DocumentSourcePtr> openCollection(std::string_view /*collection*/,
                                             const Filter& /*filter*/) override
    {
        return refused();
    }
    Result<DocumentSourcePtr> openServerStage(std::string_view /*name*/,
                                              bson::ValueView /*specification*/,
                                              std::string_view /*collection*/) override
    {
        return refused();
    }
    Result<void> checkInterrupt() override { return {}; }

private:
    static Error refused()
    {
        return commandError(ServerCode::InvalidOptions,
                            "An update's pipeline cannot read other data");
    }
};

// A document without an _id keeps the one it had, as a replacement does.
bson::Document withIdOf(bson::DocumentView before, bson::Document after)
{
    if (after.contains("_id") || !before.contains("_id")) {
        return after;
    }
    bson::Builder builder;
    builder.append("_id", before["_id"]);
    builder.appendAll(after);
    return builder.take();
}

class PipelineUpdatePlan final : public UpdatePlan
{
public:
    explicit PipelineUpdatePlan(Pipeline pipeline)
        : m_pipeline(std::move(pipeline))
    {
    }

    Result<bson::Document> apply(const Update::Target& target) const override
    {
        NoServer server;
        auto stream = m_pipeline.run(std::make_unique<OneDocument>(target.document), server);
        TRY(stream);
        auto document = (*stream)->next();
        TRY(document);
        // the allowed stages neither drop nor add documents
        if (!document->has_value()) {
            return commandError(ServerCode::InternalError,
                                "The update's pipeline returned no document");
        }
        return withIdOf(target.document, std::move(**document));
    }
    bool isPipeline() const override { return true; }

private:
    Pipeline m_pipeline;
};

Result<void> checkStage(bson::ValueView stage)
{
    const bson::DocumentView document = stage.asDocument();
    if (document.empty()) {
        return {}; // refused by the pipeline's own parser
    }
    const std::string_view name = document.begin()->key;
    if (std::ranges::find(kAllowedStages, name) != kAllowedStages.end()) {
        return {};
    }
    if (std::ranges::find(kOtherStages, name) != kOtherStages.end() || name == "$sort"
        || name == "$sample") {
        return commandError(ServerCode::InvalidOptions,
                            std::string(name) + " is not allowed to be used within an update");
    }
    return commandError(40324, "Unrecognized pipeline stage name: '" + std::string(name) + "'");
}

} // namespace

Result<UpdatePlanPtr> parsePipelineUpdate(bson::ValueView stages, const EvaluationContext& context)
{
    for (const bson::Element& stage : stages.asDocument()) {
        TRY(checkStage(stage.value));
    }
    auto pipeline = Pipeline::parse(stages, context);
    TRY(pipeline);
    return UpdatePlanPtr(std::make_shared<PipelineUpdatePlan>(std::move(*pipeline)));
}

} // namespace sandglass::engine::query

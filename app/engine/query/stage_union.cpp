// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/stage.h"

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using PlanPtr = std::shared_ptr<const PipelinePlan>;

/// All documents of one source, then all of another.
class UnionSource final : public DocumentSource
{
public:
    UnionSource(DocumentSourcePtr first, DocumentSourcePtr second)
        : m_first(std::move(first))
        , m_second(std::move(second))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        if (m_first != nullptr) {
            Result<std::optional<bson::Document>> document = m_first->next();
            if (!document || *document) {
                return document;
            }
            // frees what the first input holds before the second is read
            m_first.reset();
        }
        return m_second->next();
    }

private:
    DocumentSourcePtr m_first; // null after its end
    DocumentSourcePtr m_second;
};

class UnionStage final : public Stage
{
public:
    UnionStage(std::string collection, PlanPtr plan)
        : m_collection(std::move(collection))
        , m_plan(std::move(plan))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        // a pipeline that begins with $documents needs no collection
        Result<DocumentSourcePtr> other = DocumentSourcePtr();
        if (!m_plan->producesItself) {
            other = environment.openCollection(m_collection, m_plan->leadingFilter);
        }
        TRY(other);
        Result<DocumentSourcePtr> changed
            = PipelinePlan::run(m_plan, std::move(*other), environment);
        TRY(changed);
        return DocumentSourcePtr(
            std::make_unique<UnionSource>(std::move(input), std::move(*changed)));
    }

private:
    std::string m_collection;
    PlanPtr m_plan;
};

Result<void> readCollection(ValueView value, std::string& collection)
{
    if (value.isNullish()) { // as if it were not given
        return {};
    }
    if (value.type() != Type::String) {
        return expressionError(14,
                               "BSON field '$unionWith.coll' is the wrong type '" + typeText(value)
                                   + "', expected type 'string'");
    }
    collection = value.asString();
    return {};
}

} // namespace

Result<void> parseUnionWith(ValueView specification, StageList& list)
{
    std::string collection;
    const bson::Document none = bson::makeArray();
    ValueView pipeline(Type::Array, none.bytes());
    if (specification.type() == Type::String) {
        collection = specification.asString();
    } else if (specification.type() == Type::Document) {
        for (const bson::Element& element : specification.asDocument()) {
            if (element.key == "coll") {
                TRY(readCollection(element.value, collection));
            } else if (element.key == "pipeline") {
                pipeline = element.value;
            } else {
                return expressionError(40415,
                                       "BSON field '$unionWith." + std::string(element.key)
                                           + "' is an unknown field.");
            }
        }
    } else {
        return expressionError(9,
                               "the $unionWith stage specification must be an object or string, "
                               "but found "
                                   + typeText(specification));
    }
    Result<PlanPtr> plan = PipelinePlan::parse(
        pipeline,
        StageContext{list.context.evaluation, Surroundings::Union, list.context.depth + 1,
                     collection, list.context.insideFacet});
    TRY(plan);
    if (collection.empty() && !(*plan)->producesItself) {
        return expressionError(9,
                               "$unionWith stage without explicit collection must have a "
                               "pipeline with $documents as first stage");
    }
    list.items.push_back(
        {"$unionWith", std::make_shared<UnionStage>(std::move(collection), std::move(*plan))});
    return {};
}

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/query/stage.h"

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

/// Copies of documents that several pipelines read one after the other.
class SharedSource final : public DocumentSource
{
public:
    explicit SharedSource(const std::vector<bson::Document>& documents)
        : m_documents(documents)
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        if (m_next == m_documents.size()) {
            return std::optional<bson::Document>();
        }
        return std::optional<bson::Document>(m_documents[m_next++]);
    }

private:
    const std::vector<bson::Document>& m_documents;
    std::size_t m_next = 0;
};

/// One of the pipelines of $facet. Its output becomes the array field `name`.
struct Facet
{
    std::string name;
    std::shared_ptr<const PipelinePlan> plan;
};

class FacetStage final : public Stage
{
public:
    explicit FacetStage(std::vector<Facet> facets)
        : m_facets(std::move(facets))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return blockingSource(std::move(input), environment,
                              [this](DocumentSource& source, PipelineEnvironment& around) {
                                  return faceted(source, around);
                              });
    }

private:
    Result<std::vector<bson::Document>> faceted(DocumentSource& source,
                                                PipelineEnvironment& environment) const
    {
        // the input is read once and kept, since every pipeline needs all of it
        MemoryBudget budget("$facet", environment);
        const Result<std::vector<bson::Document>> documents = drain(source, budget, environment);
        TRY(documents);
        bson::Builder built;
        for (const Facet& facet : m_facets) {
            Result<DocumentSourcePtr> output = PipelinePlan::run(
                facet.plan, std::make_unique<SharedSource>(*documents), environment);
            TRY(output);
            TRY(addFacet(facet.name, **output, built));
        }
        std::vector<bson::Document> result;
        result.push_back(built.take());
        return result;
    }

    static Result<void> addFacet(const std::string& name, DocumentSource& output,
                                 bson::Builder& built)
    {
        built.beginArray(name);
        while (true) {
            const Result<std::optional<bson::Document>> document = output.next();
            TRY(document);
            if (!*document) {
                break;
            }
            // all pipelines together give one document, which has the limit of every document
            if (built.size() + (*document)->bytes().size() > bson::kMaxDocumentBytes) {
                return expressionError(10334,
                                       "the result of $facet is larger than a document may "
                                       "be");
            }
            built.push(**document);
        }
        built.end();
        return {};
    }

    std::vector<Facet> m_facets;
};

} // namespace

Result<void> parseFacet(ValueView specification, StageList& list)
{
    if (specification.type() != Type::Document || specification.asDocument().empty()) {
        return expressionError(40169, "the $facet specification must be a non-empty object");
    }
    std::vector<Facet> facets;
    for (const bson::Element& element : specification.asDocument()) {
        if (element.key.empty()) {
            return expressionError(15998, "FieldPath field names may not be empty strings.");
        }
        const Result<std::vector<std::string>> name = splitFieldPath(element.key);
        TRY(name);
        if (name->size() != 1) {
            return expressionError(16412,
                                   "FieldPath field names may not contain '.'. Consider "
                                   "using $getField or $setField.");
        }
        if (element.value.type() != Type::Array) {
            return expressionError(40170,
                                   "arguments to $facet must be arrays, " + std::string(element.key)
                                       + " is type " + typeText(element.value));
        }
        for (const bson::Element& stage : element.value.asDocument()) {
            if (stage.value.type() != Type::Document) {
                return expressionError(40171,
                                       "elements of arrays in $facet spec must be non-empty "
                                       "objects, "
                                           + std::string(element.key)
                                           + " argument contained an element of type "
                                           + typeText(stage.value));
            }
        }
        const StageContext inner{
            list.context.evaluation, Surroundings::Facet, list.context.depth + 1, {}, true};
        Result<std::shared_ptr<const PipelinePlan>> plan
            = PipelinePlan::parse(element.value, inner);
        TRY(plan);
        facets.push_back({std::string(element.key), std::move(*plan)});
    }
    list.items.push_back({"$facet", std::make_shared<FacetStage>(std::move(facets))});
    return {};
}

} // namespace sandglass::engine::query

// SPDX-License-Identifier: GPL-3.0-or-later
// Stages that produce documents themselves: $documents, and those that read the server's state.
#include "app/engine/query/expression.h"
#include "app/engine/query/stage.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::query {

namespace {

/// A stage that the server implements, such as $collStats or $currentOp. Only its name and
/// specification are known here.
class ServerStage final : public Stage
{
public:
    ServerStage(std::string_view name, bson::ValueView specification, std::string_view collection)
        : m_name(name)
        , m_specification(specification)
        , m_collection(collection)
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr /*input*/,
                                   PipelineEnvironment& environment) const override
    {
        return environment.openServerStage(m_name, m_specification, m_collection);
    }

private:
    std::string m_name;
    bson::Value m_specification;
    std::string m_collection;
};

class DocumentsStage final : public Stage
{
public:
    explicit DocumentsStage(Expression documents)
        : m_documents(std::move(documents))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr /*input*/,
                                   PipelineEnvironment& /*environment*/) const override
    {
        // evaluated without a document, so field paths in it are missing
        const Result<bson::Value> array = m_documents.evaluate(bson::DocumentView());
        TRY(array);
        if (array->type() != bson::Type::Array) {
            return expressionError(5858203, "an array is expected");
        }
        std::vector<bson::Document> documents;
        for (const bson::Element& element : array->view().asDocument()) {
            if (element.value.type() != bson::Type::Document) {
                return expressionError(40228,
                                       "'newRoot' expression  must evaluate to an object, "
                                       "but the $documents array holds a value of type "
                                           + typeText(element.value));
            }
            documents.emplace_back(element.value.asDocument());
        }
        return DocumentSourcePtr(std::make_unique<MemorySource>(std::move(documents)));
    }

private:
    Expression m_documents;
};

} // namespace

Error emptyForeignName(std::string_view stage)
{
    return expressionError(static_cast<int>(protocol::ServerCode::InvalidNamespace),
                           "invalid " + std::string(stage) + " namespace: the name is empty");
}

StagePtr serverStage(std::string_view name, bson::ValueView specification,
                     std::string_view collection)
{
    return std::make_shared<ServerStage>(name, specification, collection);
}

Result<void> parseDocuments(bson::ValueView specification, StageList& list)
{
    Result<Expression> documents = Expression::parse(specification, list.context.evaluation);
    TRY(documents);
    list.items.push_back({"$documents", std::make_shared<DocumentsStage>(std::move(*documents))});
    return {};
}

} // namespace sandglass::engine::query

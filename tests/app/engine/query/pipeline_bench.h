// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query_text.h"
#include <map>

namespace sandglass::engine::query::test {

/// Documents from a list, drawn one by one.
class ListSource final : public DocumentSource
{
public:
    explicit ListSource(std::vector<bson::Document> documents)
        : m_documents(std::move(documents))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        if (m_next == m_documents.size()) {
            return std::optional<bson::Document>();
        }
        ++m_drawn;
        return std::optional<bson::Document>(m_documents[m_next++]);
    }
    std::size_t drawn() const { return m_drawn; }

private:
    std::vector<bson::Document> m_documents;
    std::size_t m_next = 0;
    std::size_t m_drawn = 0;
};

inline std::vector<bson::Document> documents(const std::string& array)
{
    std::vector<bson::Document> list;
    const bson::Document holder = document("{'a': " + array + "}");
    for (const bson::Element& element : holder["a"].asDocument()) {
        list.emplace_back(element.value.asDocument());
    }
    return list;
}

/// A server with a few collections in memory.
class MemoryEnvironment final : public PipelineEnvironment
{
public:
    std::map<std::string, std::vector<bson::Document>, std::less<>> collections;
    bool interrupted = false;
    bool indexed = false; ///< every path of every collection
    std::size_t mostBytes = kStageMemoryBytes; ///< of a stage
    int opened = 0;

    Result<DocumentSourcePtr> openCollection(std::string_view collection,
                                             const Filter& filter) override
    {
        ++opened;
        std::vector<bson::Document> found;
        const auto at = collections.find(collection);
        if (at != collections.end()) {
            for (const bson::Document& candidate : at->second) {
                if (filter.matchesWithoutError(candidate)) {
                    found.push_back(candidate);
                }
            }
        }
        return DocumentSourcePtr(std::make_unique<ListSource>(std::move(found)));
    }
    Result<DocumentSourcePtr> openServerStage(std::string_view name, bson::ValueView specification,
                                              std::string_view /*collection*/) override
    {
        std::vector<bson::Document> one;
        one.push_back(bson::makeDocument("stage", name, "specification", specification));
        return DocumentSourcePtr(std::make_unique<ListSource>(std::move(one)));
    }
    bool findsByIndex(std::string_view /*collection*/, std::string_view /*path*/,
                      const bson::Collation* /*collation*/) const override
    {
        return indexed;
    }
    std::size_t memoryLimit() const override { return mostBytes; }
    Result<void> checkInterrupt() override
    {
        if (interrupted) {
            return base::serverError(11601, "Interrupted", "operation was interrupted");
        }
        return {};
    }
};

/// All that a pipeline gives for some documents, as a canonical JSON array; or "error <code>".
inline QString ran(const QString& stages, const QString& input, MemoryEnvironment& environment)
{
    const bson::Document holder = document("{'p': " + stages.toStdString() + "}");
    const Result<Pipeline> pipeline = Pipeline::parse(holder["p"], givenContext());
    if (!pipeline) {
        return QStringLiteral("error %1").arg(pipeline.error().serverCode);
    }
    Result<DocumentSourcePtr> source
        = pipeline->run(std::make_unique<ListSource>(documents(input.toStdString())), environment);
    if (!source) {
        return QStringLiteral("error %1").arg(source.error().serverCode);
    }
    bson::Builder all;
    while (true) {
        const Result<std::optional<bson::Document>> next = (*source)->next();
        if (!next) {
            return QStringLiteral("error %1").arg(next.error().serverCode);
        }
        if (!*next) {
            break;
        }
        all.push(**next);
    }
    const bson::Value array = bson::Value::array(all.take());
    return QString::fromStdString(bson::toJson(array.view(), bson::JsonForm::Canonical));
}

} // namespace sandglass::engine::query::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/stage.h"

#include "app/bson/builder.h"

namespace sandglass::engine::query {

namespace {

void copyWithPath(bson::DocumentView document, std::span<const std::string> path,
                  bson::ValueView value, bson::Builder& built)
{
    const std::string& name = path.front();
    bool found = false;
    // `old` is the present value: documents on the path keep their other fields
    const auto put = [&](bson::ValueView old) {
        found = true;
        if (path.size() == 1) {
            built.append(name, value);
            return;
        }
        built.beginDocument(name);
        const bool isDocument = old.type() == bson::Type::Document;
        copyWithPath(isDocument ? old.asDocument() : bson::DocumentView(), path.subspan(1), value,
                     built);
        built.end();
    };
    for (const bson::Element& element : document) {
        if (element.key == name) {
            put(element.value);
        } else {
            built.append(element.key, element.value);
        }
    }
    // a missing value removes the path, so a field that is not there need not be made
    if (!found && !value.isMissing()) {
        put({});
    }
}

} // namespace

// MongoDB would go on with files. This server does not, so allowDiskUse makes no difference.
Result<void> MemoryBudget::take(std::size_t bytes)
{
    m_used += bytes;
    if (m_used <= m_most) {
        return m_work.use(m_used);
    }
    const std::string limit = std::to_string(m_most);
    if (m_stage == "$sort") {
        return expressionError(292,
                               "Sort exceeded memory limit of " + limit
                                   + " bytes, but did not opt in to external sorting.");
    }
    return expressionError(292,
                           "Exceeded memory limit of " + limit + " bytes for "
                               + std::string(m_stage) + ", but didn't allow external sort."
                               + " This server keeps what a stage collects in memory only.");
}

void MemoryBudget::give(std::size_t bytes)
{
    m_used -= bytes;
    static_cast<void>(m_work.use(m_used).has_value()); // less than before never fails
}

Result<std::vector<bson::Document>> drain(DocumentSource& source, MemoryBudget& budget,
                                          PipelineEnvironment& environment)
{
    std::vector<bson::Document> documents;
    InterruptGate gate(environment);
    while (true) {
        Result<std::optional<bson::Document>> document = source.next();
        TRY(document);
        if (!*document) {
            return documents;
        }
        TRY(budget.take((*document)->bytes().size()));
        TRY(gate.pass());
        documents.push_back(std::move(**document));
    }
}

bson::Document withPath(bson::DocumentView document, std::span<const std::string> path,
                        bson::ValueView value)
{
    bson::Builder built;
    copyWithPath(document, path, value, built);
    return built.take();
}

bson::ValueView documentPath(bson::DocumentView document, std::span<const std::string> path)
{
    bson::ValueView value(bson::Type::Document, document.bytes());
    for (const std::string& part : path) {
        if (value.type() != bson::Type::Document) {
            return {};
        }
        value = value.asDocument()[part];
    }
    return value;
}

} // namespace sandglass::engine::query

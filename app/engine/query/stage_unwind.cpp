// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/stage.h"

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using Path = std::vector<std::string>;
using MaybeDocument = std::optional<bson::Document>;

struct UnwindOptions
{
    Path path;
    Path index; ///< receives the element's index; empty: not wanted
    bool preserve = false; ///< pass on documents without elements
};

class UnwindSource final : public DocumentSource
{
public:
    UnwindSource(DocumentSourcePtr input, PipelineEnvironment& environment,
                 const UnwindOptions& options)
        : m_input(std::move(input))
        , m_gate(environment)
        , m_options(options)
    {
    }

    Result<MaybeDocument> next() override
    {
        while (true) {
            TRY(m_gate.pass());
            if (m_element != bson::DocumentView::Iterator()) {
                if (MaybeDocument unwound = nextElement()) {
                    return unwound;
                }
            }
            Result<MaybeDocument> document = m_input->next();
            if (!document || !*document) {
                return document;
            }
            if (MaybeDocument whole = start(std::move(**document))) {
                return whole;
            }
        }
    }

private:
    // Begins with a document. Returns it if it is passed on as a whole; nullopt if its elements
    // follow, from nextElement(), or if it is dropped.
    MaybeDocument start(bson::Document document)
    {
        m_document = std::move(document);
        const ValueView value = documentPath(m_document, m_options.path);
        if (value.type() == Type::Array && !value.asDocument().empty()) {
            m_element = value.asDocument().begin();
            m_end = value.asDocument().end();
            m_index = 0;
            return {};
        }
        // any other value counts as an array with that one element
        const bool isValue = !value.isNullish() && value.type() != Type::Array;
        if (!isValue && !m_options.preserve) {
            return {};
        }
        // the array is empty: the field is removed
        if (value.type() == Type::Array) {
            m_document = withPath(m_document, m_options.path, {});
        }
        if (!m_options.index.empty()) {
            m_document = withPath(m_document, m_options.index, bson::Value::null());
        }
        return std::move(m_document);
    }

    // The document with the next element in place of the array; nullopt after the last one.
    MaybeDocument nextElement()
    {
        if (m_element == m_end) {
            m_element = {};
            return {};
        }
        bson::Document unwound = withPath(m_document, m_options.path, m_element->value);
        if (!m_options.index.empty()) {
            unwound = withPath(unwound, m_options.index, bson::Value::of(m_index));
        }
        ++m_element;
        ++m_index;
        return unwound;
    }

    DocumentSourcePtr m_input;
    InterruptGate m_gate;
    const UnwindOptions& m_options;
    bson::Document m_document;
    bson::DocumentView::Iterator
        m_element; ///< inside m_document; default when nothing is left of it
    bson::DocumentView::Iterator m_end;
    std::int64_t m_index = 0;
};

class UnwindStage final : public Stage
{
public:
    explicit UnwindStage(UnwindOptions options)
        : m_options(std::move(options))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return DocumentSourcePtr(
            std::make_unique<UnwindSource>(std::move(input), environment, m_options));
    }

private:
    UnwindOptions m_options;
};

Result<void> readOption(const bson::Element& element, std::string_view& path,
                        UnwindOptions& options)
{
    const ValueView value = element.value;
    if (element.key == "path") {
        if (value.type() != Type::String) {
            return expressionError(
                28808, "expected a string as the path for $unwind stage, got " + typeText(value));
        }
        path = value.asString();
    } else if (element.key == "preserveNullAndEmptyArrays") {
        if (value.type() != Type::Bool) {
            return expressionError(28809,
                                   "expected a boolean for the preserveNullAndEmptyArrays "
                                   "option to $unwind stage, got "
                                       + typeText(value));
        }
        options.preserve = value.asBool();
    } else if (element.key == "includeArrayIndex") {
        if (value.type() != Type::String || value.asString().empty()) {
            return expressionError(28810,
                                   "expected a non-empty string for the includeArrayIndex "
                                   " option to $unwind stage, got "
                                       + typeText(value));
        }
        if (value.asString().starts_with('$')) {
            return expressionError(28822,
                                   "includeArrayIndex option to $unwind stage should not be "
                                   "prefixed with a '$': "
                                       + std::string(value.asString()));
        }
        Result<Path> split = splitFieldPath(value.asString());
        TRY(split);
        options.index = std::move(*split);
    } else {
        return expressionError(28811,
                               "unrecognized option to $unwind stage: " + std::string(element.key));
    }
    return {};
}

} // namespace

Result<void> parseUnwind(ValueView specification, StageList& list)
{
    UnwindOptions options;
    std::string_view path;
    if (specification.type() == Type::Document) {
        for (const bson::Element& element : specification.asDocument()) {
            TRY(readOption(element, path, options));
        }
    } else if (specification.type() == Type::String) {
        path = specification.asString();
    } else {
        return expressionError(15981,
                               "expected either a string or an object as specification for "
                               "$unwind stage, got "
                                   + typeText(specification));
    }
    if (path.empty()) {
        return expressionError(28812, "no path specified to $unwind stage");
    }
    if (!path.starts_with('$')) {
        return expressionError(28818,
                               "path option to $unwind stage should be prefixed with a '$': "
                                   + std::string(path));
    }
    if (path.find('\0') != std::string_view::npos) {
        return expressionError(16419, "field path must not contain embedded null characters");
    }
    Result<Path> split = splitFieldPath(path.substr(1));
    TRY(split);
    options.path = std::move(*split);
    list.items.push_back({"$unwind", std::make_shared<UnwindStage>(std::move(options))});
    return {};
}

} // namespace sandglass::engine::query

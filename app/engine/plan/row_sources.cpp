// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/row_sources.h"

#include "app/bson/builder.h"

#include <utility>

namespace sandglass::engine::plan {

namespace {

using Row = Result<std::optional<bson::Document>>;

class RecordIdSource final : public query::DocumentSource
{
public:
    explicit RecordIdSource(std::shared_ptr<MatchCursor> cursor)
        : m_cursor(std::move(cursor))
    {
    }

    Row next() override
    {
        auto moved = m_cursor->next();
        TRY(moved);
        if (!*moved) {
            return std::optional<bson::Document>();
        }
        bson::Builder built;
        built.appendAll(m_cursor->document());
        built.append(kRecordIdField, static_cast<std::int64_t>(m_cursor->id()));
        return std::optional(built.take());
    }

private:
    std::shared_ptr<MatchCursor> m_cursor;
};

// Appends the fields of an index key of the document.
void appendKey(bson::DocumentView document, bson::DocumentView keyPattern, bson::Builder& key)
{
    for (const bson::Element& field : keyPattern) {
        const auto values = bson::valuesAtPath(document, field.key, false);
        if (values.empty()) {
            // an index has null as the key of a missing field
            key.appendNull(field.key);
        } else {
            key.append(field.key, values.front());
        }
    }
}

class ReturnKeySource final : public query::DocumentSource
{
public:
    ReturnKeySource(query::DocumentSourcePtr input, bson::DocumentView keyPattern)
        : m_input(std::move(input))
        , m_keyPattern(keyPattern)
    {
    }

    Row next() override
    {
        auto document = m_input->next();
        if (!document || !document->has_value()) {
            return document;
        }
        bson::Builder built;
        appendKey(**document, m_keyPattern, built);
        built.append(kRecordIdField, (**document)[kRecordIdField]);
        return std::optional(built.take());
    }

private:
    query::DocumentSourcePtr m_input;
    bson::Document m_keyPattern;
};

class MetadataSource final : public query::DocumentSource
{
public:
    MetadataSource(query::DocumentSourcePtr input, query::Sort sort, bson::DocumentView keyPattern)
        : m_input(std::move(input))
        , m_sort(std::move(sort))
        , m_keyPattern(keyPattern)
    {
    }

    Row next() override
    {
        auto document = m_input->next();
        if (!document || !document->has_value()) {
            return document;
        }
        bson::Builder built;
        built.appendAll(**document);
        if (!m_sort.empty()) {
            built.beginArray(query::kSortKeyField);
            for (const bson::Value& value : m_sort.keyOf(**document)) {
                if (value.isMissing()) {
                    built.pushNull(); // what is missing is sorted as null
                } else {
                    built.push(value.view());
                }
            }
            built.end();
        }
        if (!m_keyPattern.empty()) {
            built.beginDocument(query::kIndexKeyField);
            appendKey(**document, m_keyPattern, built);
            built.end();
        }
        return std::optional(built.take());
    }

private:
    query::DocumentSourcePtr m_input;
    query::Sort m_sort;
    bson::Document m_keyPattern;
};

} // namespace

query::DocumentSourcePtr recordIdSource(std::shared_ptr<MatchCursor> cursor)
{
    return std::make_unique<RecordIdSource>(std::move(cursor));
}

query::DocumentSourcePtr returnKeySource(query::DocumentSourcePtr input,
                                         bson::DocumentView keyPattern)
{
    return std::make_unique<ReturnKeySource>(std::move(input), keyPattern);
}

query::DocumentSourcePtr metadataSource(query::DocumentSourcePtr input, query::Sort sort,
                                        bson::DocumentView keyPattern)
{
    return std::make_unique<MetadataSource>(std::move(input), std::move(sort), keyPattern);
}

} // namespace sandglass::engine::plan

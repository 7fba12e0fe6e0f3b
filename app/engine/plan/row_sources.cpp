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
        for (const bson::Element& field : m_keyPattern.view()) {
            const auto values = bson::valuesAtPath(**document, field.key, false);
            if (values.empty()) {
                // an index has null as the key of a missing field
                built.appendNull(field.key);
            } else {
                built.append(field.key, values.front());
            }
        }
        built.append(kRecordIdField, (**document)[kRecordIdField]);
        return std::optional(built.take());
    }

private:
    query::DocumentSourcePtr m_input;
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

} // namespace sandglass::engine::plan

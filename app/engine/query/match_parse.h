// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/match_node.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// Whether a name is an operator's: it starts with a dollar and is not a field of a reference
/// (`$ref`, `$id`, `$db`).
bool isOperatorName(std::string_view name);

/// Whether the value of a path holds operators (`{$gt: 5}`), and is not a document to compare with.
/// References such as `{$ref: …, $id: …}` are plain documents.
bool isOperatorDocument(bson::ValueView value);

/// As isOperatorDocument(), but only operators that test one value: not `$and`, `$expr` and others
/// for whole documents.
bool isValueOperatorDocument(bson::ValueView value);

/// Parses query documents into nodes. `context` must outlive it.
class FilterParser
{
public:
    /// The kind of document that a query applies to: `$expr` and `$where` need whole documents.
    enum class Level { Whole, Element };

    explicit FilterParser(const EvaluationContext& context)
        : m_context(context)
    {
    }

    /// Parses a query document; the result requires all its conditions. Errors: as Filter::parse().
    Result<MatchNode> document(bson::DocumentView filter, Level level);
    /// Parses the condition of a path: an operator document, a regular expression, or a value to
    /// equal. Errors: as Filter::parse().
    Result<MatchNode> condition(std::string_view path, bson::ValueView value);
    /// Parses `{$op: …, $op: …}`; the result requires all of them. Errors: as Filter::parse().
    Result<MatchNode> operators(std::string_view path, bson::DocumentView operators);

private:
    using Nodes = std::vector<MatchNode>;

    /// One field of a query document: a condition of a path, or a top-level operator.
    Result<void> topLevel(const bson::Element& element, Level level, Nodes& nodes);
    /// `$sampleRate`: a random choice. Errors (server): BadValue outside 0 to 1.
    Result<MatchNode> sampleRate(bson::ValueView rate);
    /// `$and`, `$or` and `$nor`. Errors (server): BadValue for an empty list.
    Result<MatchNode> logical(std::string_view name, bson::ValueView list, Level level);
    /// `$jsonSchema`. Errors: as JsonSchema::parse().
    static Result<MatchNode> jsonSchema(bson::ValueView value);
    /// `$expr`.
    Result<MatchNode> expression(bson::ValueView value, Level level);
    /// One operator of an operator document.
    Result<void> fieldOperator(std::string_view path, const bson::Element& element,
                               bson::DocumentView siblings, Nodes& nodes);
    /// `$not`, with operators or a regular expression.
    Result<MatchNode> notOperator(std::string_view path, bson::ValueView value);
    /// `$elemMatch`, with field conditions or with operators.
    Result<MatchNode> elemMatch(std::string_view path, bson::ValueView value);
    /// `$all`.
    Result<MatchNode> all(std::string_view path, bson::ValueView value);

    const EvaluationContext& m_context;
    int m_depth = 0; ///< nesting, limited
};

} // namespace sandglass::engine::query

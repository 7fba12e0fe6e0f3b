// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/match_node.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// Whether a name is that of an operator: it starts with a dollar, and is none of the fields of a
/// reference (`$ref`, `$id`, `$db`).
bool isOperatorName(std::string_view name);

/// Whether a value behind a path holds operators (`{$gt: 5}`) and not a document to compare with;
/// references such as `{$ref: …, $id: …}` are plain documents.
bool isOperatorDocument(bson::ValueView value);

/// The same for operators that test one value: not `$and`, `$expr` and others that stand for whole
/// documents.
bool isValueOperatorDocument(bson::ValueView value);

/// Turns query documents into nodes. `context` must outlive it.
class FilterParser
{
public:
    /// Where a query document stands: `$expr` and `$where` are only for whole documents.
    enum class Level { Whole, Element };

    explicit FilterParser(const EvaluationContext& context)
        : m_context(context)
    {
    }

    /// A query document: all its conditions together. Errors: those of Filter::parse().
    Result<MatchNode> document(bson::DocumentView filter, Level level);
    /// What stands behind a path: an operator document, a regular expression, or a value to equal.
    Result<MatchNode> condition(std::string_view path, bson::ValueView value);
    /// `{$op: …, $op: …}` for one path, all together.
    Result<MatchNode> operators(std::string_view path, bson::DocumentView operators);

private:
    using Nodes = std::vector<MatchNode>;

    Result<void> topLevel(const bson::Element& element, Level level, Nodes& nodes);
    Result<MatchNode> sampleRate(bson::ValueView rate);
    Result<MatchNode> logical(std::string_view name, bson::ValueView list, Level level);
    Result<MatchNode> expression(bson::ValueView value, Level level);
    Result<void> fieldOperator(std::string_view path, const bson::Element& element,
                               bson::DocumentView siblings, Nodes& nodes);
    Result<MatchNode> notOperator(std::string_view path, bson::ValueView value);
    Result<MatchNode> elemMatch(std::string_view path, bson::ValueView value);
    Result<MatchNode> all(std::string_view path, bson::ValueView value);

    const EvaluationContext& m_context;
    int m_depth = 0;
};

} // namespace sandglass::engine::query

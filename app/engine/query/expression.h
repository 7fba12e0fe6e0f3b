// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <memory>

namespace sandglass::engine::query {

class ExpressionNode;
class Operand;

/// A parsed aggregation expression. Immutable; cheap to copy; any thread.
class Expression
{
public:
    /// Evaluates to Missing.
    Expression();
    /// Wraps a node of this folder, which is never null.
    explicit Expression(std::shared_ptr<const ExpressionNode> root);
    /// Parses an expression. Errors (server): InvalidPipelineOperator "Unrecognized expression
    /// '$foo'"; the operators' own.
    static Result<Expression> parse(bson::ValueView expression, const EvaluationContext& context);
    /// The value for a document; Missing when a field path leads nowhere. Errors: the operators'.
    Result<bson::Value> evaluate(bson::DocumentView document) const;
    /// As evaluate(), without a copy where possible. The result may borrow from `document` and from
    /// this expression.
    Result<Operand> evaluateOperand(bson::DocumentView document) const;
    /// As above, for $redact: field paths start at `current` ($$CURRENT); `root` is $$ROOT.
    Result<Operand> evaluateOperand(bson::DocumentView root, bson::DocumentView current) const;
    /// The dotted path of an expression that is just "$a.b"; empty otherwise.
    std::string_view fieldPath() const;
    /// The value of an expression that depends on no document; nullptr otherwise.
    const bson::Value* constant() const;

private:
    std::shared_ptr<const ExpressionNode> m_root;
};

} // namespace sandglass::engine::query

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
    /// From a node made elsewhere in this folder; never null.
    explicit Expression(std::shared_ptr<const ExpressionNode> root);
    /// Errors: 168 InvalidPipelineOperator "Unrecognized expression '$foo'", and the operators' own
    /// codes.
    static Result<Expression> parse(bson::ValueView expression, const EvaluationContext& context);
    /// The value for a document; Missing when a field path leads nowhere. Errors: the operators'
    /// codes.
    Result<bson::Value> evaluate(bson::DocumentView document) const;
    /// The same without a copy where possible: the result may borrow from `document` and from this
    /// expression.
    Result<Operand> evaluateOperand(bson::DocumentView document) const;
    /// The same for $redact: `current` is what field paths start from ($$CURRENT), `root` is
    /// $$ROOT.
    Result<Operand> evaluateOperand(bson::DocumentView root, bson::DocumentView current) const;
    /// The path when the expression is just "$a.b"; empty otherwise.
    std::string_view fieldPath() const;
    /// The value when it does not depend on a document; nullptr otherwise.
    const bson::Value* constant() const;

private:
    std::shared_ptr<const ExpressionNode> m_root;
};

} // namespace sandglass::engine::query

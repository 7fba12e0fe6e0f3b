// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/expression.h"

#include "app/engine/query/expression_node.h"

namespace sandglass::engine::query {

Expression::Expression()
    : m_root(constantNode(bson::Value()))
{
}

Expression::Expression(std::shared_ptr<const ExpressionNode> root)
    : m_root(std::move(root))
{
}

Result<Expression> Expression::parse(bson::ValueView expression, const EvaluationContext& context)
{
    Result<NodePtr> root = ExpressionParser(context).parse(expression);
    TRY(root);
    return Expression(std::move(*root));
}

Result<bson::Value> Expression::evaluate(bson::DocumentView document) const
{
    Result<Operand> result = evaluateOperand(document, document);
    TRY(result);
    return std::move(*result).toValue();
}

// $$ROOT and $$CURRENT are the same document, and no variable is bound yet.
Result<Operand> Expression::evaluateOperand(bson::DocumentView document) const
{
    return m_root->evaluate({document, document, nullptr});
}

Result<Operand> Expression::evaluateOperand(bson::DocumentView root,
                                            bson::DocumentView current) const
{
    return m_root->evaluate({root, current, nullptr});
}

std::string_view Expression::fieldPath() const
{
    return m_root->fieldPath();
}

const bson::Value* Expression::constant() const
{
    return m_root->constant();
}

} // namespace sandglass::engine::query

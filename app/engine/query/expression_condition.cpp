// SPDX-License-Identifier: GPL-3.0-or-later
// $and, $or, $cond, $ifNull, $switch: operators that do not evaluate all their arguments. Also
// $rand.
#include "app/engine/query/expression_table.h"

#include <algorithm>
#include <array>
#include <random>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;

// $and and $or.
class LogicNode final : public ExpressionNode
{
public:
    /// `deciding`: the truth value that ends the evaluation.
    LogicNode(std::vector<NodePtr> operands, bool deciding)
        : m_operands(std::move(operands))
        , m_deciding(deciding)
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        for (const NodePtr& operand : m_operands) {
            // evaluates no further than needed: later operands may fail
            Result<Operand> value = operand->evaluate(scope);
            TRY(value);
            if (value->view().toBool() == m_deciding) {
                return Operand::of(m_deciding);
            }
        }
        return Operand::of(!m_deciding);
    }

private:
    std::vector<NodePtr> m_operands;
    bool m_deciding;
};

Result<NodePtr> parseLogic(ValueView argument, ExpressionParser& parser, bool deciding)
{
    Result<std::vector<NodePtr>> operands = parser.parseList(argument);
    TRY(operands);
    return std::make_shared<LogicNode>(std::move(*operands), deciding);
}

Result<NodePtr> parseAnd(ValueView argument, ExpressionParser& parser)
{
    return parseLogic(argument, parser, false);
}

Result<NodePtr> parseOr(ValueView argument, ExpressionParser& parser)
{
    return parseLogic(argument, parser, true);
}

// A pair of condition and result, for $cond and $switch.
struct Branch
{
    NodePtr condition;
    NodePtr result;
};

// $cond and $switch. Only the result of the first true condition is evaluated, so the other ones
// may contain what would fail for this document, such as a division by zero.
class BranchNode final : public ExpressionNode
{
public:
    /// `otherwise` may be null. Then it is an error if no branch applies.
    BranchNode(std::vector<Branch> branches, NodePtr otherwise)
        : m_branches(std::move(branches))
        , m_otherwise(std::move(otherwise))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        for (const Branch& branch : m_branches) {
            Result<Operand> condition = branch.condition->evaluate(scope);
            TRY(condition);
            if (condition->view().toBool()) {
                return branch.result->evaluate(scope);
            }
        }
        if (m_otherwise == nullptr) {
            return expressionError(40066,
                                   "$switch could not find a matching branch for an input, and "
                                   "no default was specified.");
        }
        return m_otherwise->evaluate(scope);
    }

private:
    std::vector<Branch> m_branches;
    NodePtr m_otherwise;
};

Result<NodePtr> parseCondDocument(bson::DocumentView arguments, ExpressionParser& parser)
{
    NodePtr condition;
    NodePtr then;
    NodePtr otherwise;
    for (const bson::Element& element : arguments) {
        // arguments may come in any order
        NodePtr* target = element.key == "if" ? &condition
            : element.key == "then"           ? &then
            : element.key == "else"           ? &otherwise
                                              : nullptr;
        if (target == nullptr) {
            return expressionError(17083,
                                   "Unrecognized parameter to $cond: " + std::string(element.key));
        }
        Result<NodePtr> node = parser.parse(element.value);
        TRY(node);
        *target = std::move(*node);
    }
    if (condition == nullptr) {
        return expressionError(17080, "Missing 'if' parameter to $cond");
    }
    if (then == nullptr) {
        return expressionError(17081, "Missing 'then' parameter to $cond");
    }
    if (otherwise == nullptr) {
        return expressionError(17082, "Missing 'else' parameter to $cond");
    }
    return std::make_shared<BranchNode>(std::vector<Branch>{{condition, then}}, otherwise);
}

Result<NodePtr> parseCond(ValueView argument, ExpressionParser& parser)
{
    // {if: …, then: …, else: …} or [if, then, else]
    if (argument.type() == bson::Type::Document) {
        return parseCondDocument(argument.asDocument(), parser);
    }
    Result<std::vector<NodePtr>> nodes = parser.parseList(argument);
    TRY(nodes);
    if (nodes->size() != 3) {
        return expressionError(16020,
                               "Expression $cond takes exactly 3 arguments. "
                                   + std::to_string(nodes->size()) + " were passed in.");
    }
    std::vector<Branch> branches{{(*nodes)[0], (*nodes)[1]}};
    return std::make_shared<BranchNode>(std::move(branches), (*nodes)[2]);
}

// The first value that is neither null nor missing. Later operands are not evaluated.
class IfNullNode final : public ExpressionNode
{
public:
    explicit IfNullNode(std::vector<NodePtr> operands)
        : m_operands(std::move(operands))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        // the last operand is the default, whatever it is
        for (std::size_t i = 0; i + 1 < m_operands.size(); ++i) {
            Result<Operand> value = m_operands[i]->evaluate(scope);
            if (!value || !value->view().isNullish()) {
                return value;
            }
        }
        return m_operands.back()->evaluate(scope);
    }

private:
    std::vector<NodePtr> m_operands;
};

Result<NodePtr> parseIfNull(ValueView argument, ExpressionParser& parser)
{
    Result<std::vector<NodePtr>> nodes = parser.parseList(argument);
    TRY(nodes);
    if (nodes->size() < 2) {
        return expressionError(
            1257300, "$ifNull needs at least two arguments, had: " + std::to_string(nodes->size()));
    }
    return std::make_shared<IfNullNode>(std::move(*nodes));
}

Result<Branch> parseBranch(ValueView specification, ExpressionParser& parser)
{
    if (specification.type() != bson::Type::Document) {
        return expressionError(40062,
                               "$switch expected each branch to be an object, found: "
                                   + typeText(specification));
    }
    Branch branch;
    for (const bson::Element& element : specification.asDocument()) {
        NodePtr* target = element.key == "case" ? &branch.condition
            : element.key == "then"             ? &branch.result
                                                : nullptr;
        if (target == nullptr) {
            return expressionError(40063,
                                   "$switch found an unknown argument to a branch: "
                                       + std::string(element.key));
        }
        // both parts are parsed even if one is never used: errors appear at once
        Result<NodePtr> node = parser.parse(element.value);
        TRY(node);
        *target = std::move(*node);
    }
    if (branch.condition == nullptr) {
        return expressionError(40064, "$switch requires each branch have a 'case' expression");
    }
    if (branch.result == nullptr) {
        return expressionError(40065, "$switch requires each branch have a 'then' expression.");
    }
    return branch;
}

Result<std::vector<Branch>> parseBranches(ValueView specification, ExpressionParser& parser)
{
    if (specification.type() != bson::Type::Array) {
        return expressionError(
            40061, "$switch expected an array for 'branches', found: " + typeText(specification));
    }
    std::vector<Branch> branches;
    for (const bson::Element& element : specification.asDocument()) {
        Result<Branch> branch = parseBranch(element.value, parser);
        TRY(branch);
        branches.push_back(std::move(*branch));
    }
    return branches;
}

Result<NodePtr> parseSwitch(ValueView argument, ExpressionParser& parser)
{
    if (argument.type() != bson::Type::Document) {
        return expressionError(
            40060, "$switch requires an object as an argument, found: " + typeText(argument));
    }
    std::vector<Branch> branches;
    NodePtr otherwise;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.key == "branches") {
            Result<std::vector<Branch>> parsed = parseBranches(element.value, parser);
            TRY(parsed);
            branches = std::move(*parsed);
        } else if (element.key == "default") {
            Result<NodePtr> node = parser.parse(element.value);
            TRY(node);
            otherwise = std::move(*node);
        } else {
            return expressionError(
                40067, "$switch found an unknown argument: " + std::string(element.key));
        }
    }
    if (branches.empty()) {
        return expressionError(40068, "$switch requires at least one branch.");
    }
    const bool hopeless = std::ranges::all_of(branches, [](const Branch& branch) {
        const bson::Value* condition = branch.condition->constant();
        return condition != nullptr && !condition->view().toBool();
    });
    if (hopeless && otherwise == nullptr) {
        return expressionError(40069,
                               "One cannot execute a switch statement where all the cases evaluate "
                               "to false without a default");
    }
    // otherwise a missing default is an error only if no branch applies
    return std::make_shared<BranchNode>(std::move(branches), std::move(otherwise));
}

Result<Operand> random(const Arguments& /*arguments*/)
{
    // one generator per thread, so that no lock is needed
    thread_local std::mt19937_64 engine{std::random_device{}()};
    return Operand::of(std::uniform_real_distribution<double>(0, 1)(engine));
}

Result<NodePtr> parseRandom(ValueView argument, ExpressionParser& /*parser*/)
{
    const bool list
        = argument.type() == bson::Type::Array || argument.type() == bson::Type::Document;
    if (!list || !argument.asDocument().empty()) {
        return expressionError(3040501, "$rand does not currently accept arguments");
    }
    return callNode("$rand", {}, random);
}

} // namespace

std::span<const SpecialOperator> conditionOperators()
{
    static constexpr std::array kOperators{
        SpecialOperator{"$and", parseAnd},       SpecialOperator{"$cond", parseCond},
        SpecialOperator{"$ifNull", parseIfNull}, SpecialOperator{"$or", parseOr},
        SpecialOperator{"$rand", parseRandom},   SpecialOperator{"$switch", parseSwitch},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
